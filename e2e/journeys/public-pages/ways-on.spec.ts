import { expect, test } from '@playwright/test';
import { actAs, mailsTo, newBuyer, openAs, signIn, signInOwner } from '../../pages/people.ts';
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

      await actAs(page, await newBuyer(request));
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
      await actAs(page, await signInOwner(request));
      const answer = await page.goto('/admin/nowhere');
      expect(answer!.status()).toBe(404);
      await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
      await page.getByRole('link', { name: 'To the back office' }).click();
      await expect(page).toHaveURL('/admin/dataBoard');
    });

    test('a buyer who opens the back office is told so, and stays signed in', async ({ page, request }) => {
      const buyer = await newBuyer(request);
      await actAs(page, buyer);
      for (const address of ['/admin', '/admin/order', '/mobile/administration']) {
        await page.goto(address);
        await expect(page.getByRole('heading', { name: 'This page is for admins' })).toBeVisible();
        await expect(page.getByText(`You are signed in as ${buyer.username}`)).toBeVisible();
        await expect(page).toHaveURL(`/no-access?page=${address}`);
      }
      await page.getByRole('link', { name: 'Back to the shop' }).click();
      await expect(page).toHaveURL(area === '/client' ? '/client/main' : '/mobile/index');
      await expect(page.getByRole('button', { name: 'Profile menu' })).toBeVisible();

      // The other way on: another profile, then the requested page.
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

for (const width of [1440, 390])
  test(`a blocked buyer writes to support and reads the answer, at ${width}`, async ({
    page,
    browser,
    request,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const buyer = await newBuyer(request);
    const { token } = await signInOwner(request);
    const setStatus = (status: string) =>
      callApi(request, 'PUT', `/api/users/${buyer.id}/status`, { token, data: { status } });
    await setStatus('frozen');

    // Without a sign-in there is nothing to read.
    await page.goto('/ban-page');
    await expect(page.getByRole('heading', { name: 'Your profile is blocked' })).toBeVisible();
    await page.getByRole('link', { name: 'Sign in to write' }).click();
    await page.getByLabel('Username').fill(buyer.username);
    await page.getByLabel('Password', { exact: true }).fill('wrong');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByText('Incorrect username or password').first()).toBeVisible();
    await expect(page).toHaveURL(/\/login/);
    await page.getByLabel('Password', { exact: true }).fill(buyer.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page).toHaveURL('/ban-page');

    await page.getByLabel('Your message').fill('Why am I blocked?');
    await page.getByRole('button', { name: 'Send message' }).click();
    const messages = page.getByRole('log', { name: 'Messages' });
    await expect(messages.getByText('Why am I blocked?')).toBeVisible();

    const desk = await (await browser.newContext({ viewport: { width, height: 900 } })).newPage();
    await openAs(desk, await signInOwner(request), `/admin/support?user=${buyer.id}`);
    await expect(desk.getByText('Why am I blocked?').last()).toBeVisible();
    await expect(
      desk.getByRole('region', { name: 'Conversation', exact: true }).getByText('Blocked', { exact: true }),
    ).toBeVisible();
    await desk.getByLabel('Write a message').fill('A payment was taken back. Please pay it again.');
    await desk.getByRole('button', { name: 'Send', exact: true }).click();

    // Without a click, and after a reload.
    const answer = messages.getByText('A payment was taken back.');
    await expect(answer).toBeVisible({ timeout: 100_000 });
    await page.reload();
    await expect(answer).toBeVisible();
    await expect
      .poll(async () => (await mailsTo(request, buyer.email))[0]?.subject)
      .toContain('support has replied');

    await setStatus('active');
    await expect(page.getByText('This page can no longer show your conversation.')).toBeVisible({
      timeout: 100_000,
    });
    await page.getByRole('link', { name: 'Sign in to write' }).click();
    await signIn(page, buyer);
    await expect(page).toHaveURL(width === 1440 ? '/client/main' : '/mobile/index');
  });
