import { expect, test } from '@playwright/test';
import { waitForAfterPaint, waitForWorker } from '../../pages/kept-by-browser.ts';
import { newBuyer, signIn } from '../../pages/people.ts';

test.use({ serviceWorkers: 'allow' });

const LANGUAGES = ['en', 'zh-cn', 'pt', 'ru'];

test('a browser finds everything to install the shop, in each language', async ({ page, request }) => {
  await page.goto('/client/main');
  await waitForWorker(page);
  const session = await page.context().newCDPSession(page);
  // Chromium lists what keeps a site from being installed.
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  const descriptions = new Set<string>();
  for (const language of LANGUAGES) {
    const answer = await request.get('/manifest.webmanifest', { headers: { 'accept-language': language } });
    const manifest = await answer.json();
    expect(manifest).toMatchObject({ id: '/', scope: '/', lang: language, display: 'standalone' });
    descriptions.add(manifest.description);
    for (const { src, type } of manifest.icons) {
      const icon = await request.get(src);
      expect([icon.status(), icon.headers()['content-type']]).toEqual([200, type]);
    }
  }
  expect(descriptions.size).toBe(LANGUAGES.length);
});

test('the profile offers it, and nothing else does', async ({ page, request }) => {
  await signIn(page, await newBuyer(request));
  await page.goto('/client/personal-information');
  await waitForAfterPaint(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate(`(() => {
    const offer = new Event('beforeinstallprompt', { cancelable: true });
    offer.prompt = async () => { globalThis.isAsked = true; return { outcome: 'accepted' }; };
    globalThis.isOurs = !dispatchEvent(offer);
  })()`);
  expect(await page.evaluate('isOurs')).toBe(true);
  await page.getByRole('button', { name: 'Install' }).click();
  expect(await page.evaluate('isAsked')).toBe(true);
  await expect(page.getByRole('button', { name: 'Install' })).toBeHidden();
});
