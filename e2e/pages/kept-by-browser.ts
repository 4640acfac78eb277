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
  await expect
    .poll(async () => (await listKept(page)).map((one) => one.path), { message: `${path} is kept` })
    .toEqual(expect.arrayContaining(['/', path, expect.stringMatching(/^\/assets\/after-paint-.*\.js$/)]));
}

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
