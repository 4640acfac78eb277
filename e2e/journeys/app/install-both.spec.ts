import { LANGUAGES } from '@portside/contract/wire/languages';
import { test, expect } from '@playwright/test';
import { waitForAfterPaint } from '../../pages/shop.ts';
import { areaOf, isWide } from '../../pages/buyer.ts';
import { newBuyer, openAs } from '../../pages/people.ts';

/** What a home screen, a list of apps and a start screen need; a device cuts the maskable one to its own shape. */
const ICONS = [
  { sizes: 'any', purpose: undefined },
  { sizes: '192x192', purpose: undefined },
  { sizes: '512x512', purpose: undefined },
  { sizes: '512x512', purpose: 'maskable' },
];

const installing = (): void => {
  findingAllToInstall();
  offeringInProfile();
};

const findingAllToInstall = (): void =>
  test('a browser finds everything to install the shop, in each language', async ({ page, request }) => {
    await page.goto(isWide(page) ? '/client/main' : '/login');
    await waitForAfterPaint(page);
    const session = await page.context().newCDPSession(page);
    // Chromium lists what keeps a site from being installed.
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
    expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
    const descriptions = new Set<string>();
    for (const language of LANGUAGES) {
      const answer = await request.get('/manifest.webmanifest', { headers: { 'accept-language': language } });
      const manifest = await answer.json();
      expect(manifest).toMatchObject({ id: '/', scope: '/', lang: language, display: 'standalone' });
      expect([manifest.name, manifest.short_name]).toEqual(['Portside', 'Portside']);
      expect(manifest.icons.map(({ sizes, purpose }: any) => ({ sizes, purpose }))).toEqual(ICONS);
      descriptions.add(manifest.description);
      for (const { src, type, sizes } of manifest.icons) {
        const icon = await request.get(src);
        expect([icon.status(), icon.headers()['content-type']]).toEqual([200, type]);
        if (sizes !== 'any') expect(sideOf(await icon.body())).toBe(sizes);
      }
    }
    expect(descriptions.size).toBe(LANGUAGES.length);
  });

const offeringInProfile = (): void =>
  test('the profile offers it, and nothing else does', async ({ page, request }) => {
    await openAs(page, await newBuyer(request), `${areaOf(page)}/personal-information`);
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

/** Of a PNG, as its header says. */
const sideOf = (png: Buffer): string => `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;

installing();
