import { expect, test } from '@playwright/test';
import { TRIALS } from '@portside/contract';
import { ENGLISH, prefer } from '../../pages/buyer.ts';
import { newBuyer } from '../../pages/people.ts';
import { callApi } from '../../wallets/payer.ts';

/** From the bar above every page to "What to try", through one of its items, to its tick. */
const tryingOut = (): void =>
  test('what to try opens an item as the right person, and ticks it once it is done', async ({
    page,
    request,
  }) => {
    const buyer = await newBuyer(request);
    const data = { text: 'Is there a discount for 500?' };
    await callApi(request, 'POST', '/api/support/messages', { data, token: buyer.token });
    await prefer(page, ENGLISH);
    // Other journeys answer buyers too: that an answer is what ticks the item is for the server's tests.
    await page.route('**/api/sandbox/trials', async (route) => {
      const answer = await route.fetch();
      const { data: trials, ...rest } = await answer.json();
      const undone = trials.map((one: object) => ({ ...one, done: false }));
      await route.fulfill({ response: answer, json: { ...rest, data: undone } });
    });
    await page.goto('/docs/how-to-buy');
    await page.getByRole('link', { name: 'What to try' }).click();
    await expect(page.getByRole('heading', { name: 'What to try', level: 1 })).toBeVisible();
    const items = page.getByRole('main').getByRole('listitem');
    await expect(items).toHaveCount(TRIALS.length);
    const item = items.filter({ hasText: 'Answer a buyer' });
    await expect(page.getByText(`Done: 0 of ${TRIALS.length}`)).toBeVisible();
    await expect(item).not.toHaveAttribute('data-done');
    await expect(item.getByText('Done', { exact: true })).not.toBeAttached();

    await item.getByRole('button', { name: 'Back office as owner' }).click();
    await expect(page).toHaveURL(/\/admin\/support/);
    await page.getByLabel('Name, e-mail or support ID').fill(buyer.username);
    await page.getByRole('button').filter({ hasText: buyer.username }).click();
    await page.getByLabel('Write a message').fill('From 100 on, see the product.');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('log').getByText('From 100 on, see the product.')).toBeVisible();

    await page.unroute('**/api/sandbox/trials');
    await page.goto('/sandbox');
    await expect(item).toHaveAttribute('data-done', 'true');
    await expect(item.getByText('Done', { exact: true })).toBeAttached();
    await expect(page.getByText(new RegExp(`^Done: [1-9]\\d* of ${TRIALS.length}$`))).toBeVisible();
  });

tryingOut();

test('the e-mails of the sandbox are read as in a mail program', async ({ page, request }) => {
  const buyer = await newBuyer(request);
  await callApi(request, 'POST', '/api/auth/password/code', { data: { email: buyer.email } });
  await prefer(page, ENGLISH);
  await page.goto('/sandbox');
  await page.getByRole('link', { name: 'E-mails are not sent: read them here' }).click();
  await page.getByRole('searchbox').fill(buyer.email);
  await page.getByRole('button').filter({ hasText: buyer.email }).first().click();
  const mail = page.getByRole('article');
  await expect(mail.frameLocator('iframe').getByText('is your code to set a new password')).toBeVisible();
  await mail.getByText('Plain text').click();
  await expect(mail.locator('pre')).toContainText('is your code to set a new password');
});
