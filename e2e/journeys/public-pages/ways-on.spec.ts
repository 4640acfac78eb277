import { expect, test } from '@playwright/test';
import { newBuyer, signIn, signInOwner } from '../../pages/people.ts';
import { callApi } from '../../wallets/payer.ts';

for (const width of [1440, 390])
  test.describe(`at ${width}`, () => {
    test.use({ viewport: { width, height: 900 } });
    const area = width === 1440 ? '/client' : '/mobile';

    test('a page that there is not leads on, for a visitor and for a buyer', async ({ page, request }) => {
      const answer = await page.goto('/products/old-link?promotion_code=HARBOUR1');
      expect(answer!.status()).toBe(404);
      const heading = page.getByRole('heading', { name: 'Page not found' });
      await expect(heading).toBeVisible();
      await expect(page).toHaveURL('/products/old-link?promotion_code=HARBOUR1');
      await expect(page).toHaveTitle('Page not found · Portside');
      await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeVisible();
      await page.getByRole('main').getByRole('link', { name: 'Support' }).click();
      await expect(page.getByRole('heading', { name: 'How to get help' })).toBeVisible();

      await signIn(page, await newBuyer(request));
      const [product] = (await callApi(request, 'GET', '/api/goods')).items;
      await page.goto('/nowhere');
      await expect(heading).toBeVisible();
      await page.getByRole('searchbox', { name: 'Search products' }).fill(product.name);
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(new RegExp(`${area}/purchase-account\\?q=`));
      await expect(page.getByText(product.name).first()).toBeVisible();
      await page.goto('/nowhere');
      await page.getByRole('main').getByRole('link', { name: 'Home' }).click();
      await expect(page).toHaveURL(area === '/client' ? '/client/main' : '/mobile/index');
    });

    test('an admin stays in the back office where it has no such page', async ({ page, request }) => {
      await signIn(page, await signInOwner(request));
      const answer = await page.goto('/admin/nowhere');
      expect(answer!.status()).toBe(404);
      await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
      await page.getByRole('link', { name: 'To the back office' }).click();
      await expect(page).toHaveURL('/admin/dataBoard');
    });

    test('a buyer who opens the back office is told so, and stays signed in', async ({ page, request }) => {
      const buyer = await newBuyer(request);
      await signIn(page, buyer);
      for (const address of ['/admin', '/admin/order', '/mobile/administration']) {
        await page.goto(address);
        await expect(page.getByRole('heading', { name: 'This page is for admins' })).toBeVisible();
        await expect(page.getByText(`You are signed in as ${buyer.username}`)).toBeVisible();
        await expect(page).toHaveURL(`/no-access?page=${address}`);
      }
      await page.getByRole('link', { name: 'Back to the shop' }).click();
      await expect(page).toHaveURL(area === '/client' ? '/client/main' : '/mobile/index');
      await expect(page.getByRole('button', { name: 'Profile menu' })).toBeVisible();

      // The other way on: another profile, and then the page that was asked for.
      await page.goto('/admin/order');
      await page.getByRole('link', { name: 'Sign in as an admin' }).click();
      await expect(page).toHaveURL(/\/login\?redirect=/);
      const owner = await signInOwner(request);
      await page.getByLabel('Username').fill(owner.username);
      await page.getByLabel('Password', { exact: true }).fill(owner.password);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await expect(page).toHaveURL('/admin/order');
    });
  });
