import { expect, type Page } from '@playwright/test';

type KeptFile = { readonly path: string; readonly text: string };

/**
 * Waits until the page has what comes after its first paint: toasts, live updates, the ear for lost code and offers.
 */
export const waitForAfterPaint = (page: Page): Promise<void> =>
  page.locator('[data-toasts]').waitFor({ state: 'attached' });

/** Waits until a service worker answers for this page. */
export const waitForControl = (page: Page): Promise<void> =>
  expect.poll(() => page.evaluate('navigator.serviceWorker.controller !== null')).toBe(true);

/** Waits until the service worker answers for this page and has kept what it consists of. */
export async function waitForWorker(page: Page): Promise<void> {
  await waitForControl(page);
  const path = new URL(page.url()).pathname.toLowerCase();
  await waitUntilKept(page, '/', path, expect.stringMatching(/^\/assets\/after-paint-.*\.js$/));
}

/** Waits until the service worker has kept what has these paths. */
export const waitUntilKept = (page: Page, ...paths: readonly unknown[]): Promise<void> =>
  expect
    .poll(async () => (await listKept(page)).map(({ path }) => path), { message: `${paths.join(', ')} kept` })
    .toEqual(expect.arrayContaining([...paths]));

/** Every file that the site keeps in this browser for use without a network, of all builds. */
export const listKept = (page: Page): Promise<KeptFile[]> =>
  page.evaluate(`(async () => {
    const files = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const answer = await cache.match(request, { ignoreVary: true });
        // Taken away meanwhile.
        if (!answer) continue;
        const { pathname: path, search } = new URL(request.url);
        const isText = !/image|font/.test(answer.headers.get('content-type'));
        files.push({ path: path + search, text: isText ? await answer.text() : '' });
      }
    }
    return files;
  })()`);
