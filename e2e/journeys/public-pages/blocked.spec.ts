import { expect, test } from '@playwright/test';
import { mailsTo, newBuyer, signIn, signInOwner } from '../../pages/people.ts';
import { callApi } from '../../wallets/payer.ts';

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
    await signIn(desk, await signInOwner(request));
    await desk.goto(`/admin/support?user=${buyer.id}`);
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
