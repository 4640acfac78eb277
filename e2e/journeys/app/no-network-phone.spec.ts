import { expect, test, type Locator, type Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { createProduct } from '../../pages/new-product.ts';
import { waitForAfterPaint } from '../../pages/shop.ts';
import { newBuyer, signIn } from '../../pages/people.ts';

// With animations.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

/** Whether the offline note lies over the element. */
async function isCovered(page: Page, element: Locator): Promise<boolean> {
  const note = (await page
    .getByText(/offline/i)
    .first()
    .boundingBox())!;
  const box = (await element.boundingBox())!;
  return box.y < note.y + note.height && note.y < box.y + box.height;
}

test('the note that there is no network covers nothing, on no page and in no sheet', async ({
  page,
  request,
}) => {
  // Its own, which no other journey takes off sale while its form is open.
  const name = `Calm ${randomUUID().slice(0, 8)}`;
  const { importLines } = await createProduct(request, { names: { en: name }, price: '1' });
  await importLines(['calm@example.test----secret']);
  await signIn(page, await newBuyer(request));
  await page.goto(`/mobile/purchase-account?q=${encodeURIComponent(name)}`);
  await waitForAfterPaint(page);
  await page.getByRole('button', { name: /^Buy/ }).first().waitFor();
  await page.context().setOffline(true);
  await expect(page.getByText(/offline/i).first()).toBeVisible();
  const banner = page.getByRole('banner');
  for (const element of [banner, page.getByRole('heading', { level: 1 }), page.getByRole('navigation')])
    expect(await isCovered(page, element)).toBe(false);
  // The same further down: what stays at the top stays below it.
  await page.mouse.wheel(0, 600);
  await expect.poll(() => isCovered(page, banner)).toBe(false);
  await page.context().setOffline(false);
  // The form opens with what the list knows. The network goes before the product's own answer and the coupon's code come.
  const ofProduct = /\/api\/goods\/\d+/;
  const late = /\/api\/goods\/\d+|\/price-notes-/;
  await page.route(late, async (route) => {
    await expect.poll(() => page.evaluate('navigator.onLine')).toBe(false);
    await route.abort('internetdisconnected');
  });
  const failed = page.waitForEvent('requestfailed', (request) => ofProduct.test(request.url()));
  await page.getByRole('button', { name: /^Buy/ }).first().click();
  const sheet = page.getByRole('dialog');
  // Not the sheet alone: without a network its form would not come.
  await expect(sheet.getByRole('textbox').first()).toBeVisible();
  await page.context().setOffline(true);
  await failed;
  await expect(sheet.getByText('You need to be online to order')).toBeVisible();
  await expect(sheet.getByRole('button', { name: 'Place order now' })).toBeDisabled();
  const close = sheet.getByRole('button', { name: 'Close' });
  const box = (await close.boundingBox())!;
  expect(
    await page.evaluate(
      `document.elementFromPoint(${box.x + box.width / 2}, ${box.y + box.height / 2}).closest('[role=dialog]') !== null`,
    ),
  ).toBe(true);
  await page.unroute(late);
  await page.context().setOffline(false);
  await expect(sheet.getByText('You need to be online to order')).toBeHidden();
});
