import { expect, test, type Page } from '@playwright/test';
import { waitForAfterPaint } from '../../pages/shop.ts';
import { newBuyer, signIn } from '../../pages/people.ts';
import { callApi } from '../../wallets/payer.ts';

/** As when code of the page's build is gone, because a newer one has replaced it. */
async function renew(page: Page): Promise<void> {
  await page.route(
    ({ pathname }) => pathname === '/',
    (route) => route.fulfill({ body: 'a newer build' }),
  );
  const reload = page.waitForEvent('load');
  await page.evaluate("dispatchEvent(new Event('vite:preloadError'))");
  await reload;
}

/** Opens a page, until everything about it is there. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await waitForAfterPaint(page);
  await page.getByRole('heading').first().waitFor();
}

test('the order form keeps quantity, gender and e-mail address when the page is loaded again after a deploy', async ({
  page,
  request,
}) => {
  await signIn(page, await newBuyer(request));
  const { items } = await callApi(request, 'GET', '/api/goods');
  const goods = items.find((one: any) => one.stock > 5 && one.genders.length > 1);
  await open(page, `/client/purchase-account?goods=${goods.id}`);
  const dialog = page.getByRole('dialog', { name: 'Confirm order' });
  await dialog.getByLabel('Quantity', { exact: true }).fill('3');
  // The drawn switch lies over the field itself.
  await dialog.getByRole('switch', { name: 'Specify gender' }).click({ force: true });
  await dialog
    .getByText(/^Female/)
    .last()
    .click();
  await dialog
    .getByLabel(/E-mail/)
    .first()
    .fill('other@example.test');
  await renew(page);
  await expect(dialog.getByLabel('Quantity', { exact: true })).toHaveValue('3');
  await expect(dialog.getByRole('radio', { name: /^Female/ })).toBeChecked();
  await expect(dialog.getByLabel(/E-mail/).first()).toHaveValue('other@example.test');
});
