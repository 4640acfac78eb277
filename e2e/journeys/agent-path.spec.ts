import { expect, test } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { newBuyer, signIn, signInOwner } from '../pages/people.ts';
import { Shop } from '../pages/shop.ts';
import { callApi } from '../wallets/payer.ts';

test('an agent’s link leads to a sale and a commission', async ({ page, request, browser }) => {
  const { token } = await signInOwner(request);
  const agent = await newBuyer(request);
  const data = {
    username: agent.username,
    platform_name: 'North Pier',
    telegram: '@north_pier',
    commission_percent: '10',
  };
  await callApi(request, 'POST', '/api/agents', { token, data });

  await signIn(page, agent);
  await page.getByRole('button', { name: 'Profile menu' }).click();
  await page.getByRole('link', { name: 'Agent page' }).click();
  await expect(page.getByRole('heading', { name: 'North Pier' })).toBeVisible();
  await expect(page.getByRole('figure', { name: 'QR code of your link' })).toBeVisible();
  await expect(page.getByText('You earn 10% of what they spend.')).toBeVisible();
  await expect(page.getByText('No commission yet', { exact: false })).toBeVisible();
  const link = new URL(await page.locator('code').filter({ hasText: 'promotion_code' }).innerText());

  const elsewhere = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await elsewhere.goto(link.pathname + link.search);
  const shop = new Shop(elsewhere, 'client');
  const name = `brought-${randomUUID().slice(0, 8)}`;
  await shop.register(name, `${name}@example.test`, 'harbour-9');
  await shop.topUp('TRON', '10');
  const dialog = await shop.chooseFirstProduct();
  await dialog.getByLabel('Quantity', { exact: true }).fill('10');
  await shop.press('Place order now');
  await expect(elsewhere.getByRole('dialog', { name: 'Order placed' })).toBeVisible();
  await elsewhere.close();

  await page.reload();
  const figures = page.getByRole('region', { name: 'Your figures' });
  await expect(figures).toContainText(/Referred users\s*1/);
  await expect(figures).toContainText(/Their orders\s*1/);
  await expect(figures).toContainText(/Accounts sold\s*10/);
  // Who it was is told by the beginning of the name only.
  const buyers = page.getByRole('table', { name: 'By buyer' });
  await expect(buyers.getByRole('row')).toHaveCount(2);
  await expect(buyers).toContainText('•••');
  await expect(page.getByText('Ask when and how')).toHaveAttribute('href', /customer-service$/);
  const statement = page.getByRole('table', { name: 'Commission statement' });
  await expect(statement.getByRole('row')).toHaveCount(2);
  await expect(statement).toContainText('Sale');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download statement' }).click();
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  expect((await downloading).suggestedFilename()).toMatch(/^commission-[\d-]{10}\.csv$/);
  const sumOf = (name: string) => amountIn(page.getByText(name, { exact: true }).first().locator('..'));
  const sales = await sumOf('Net sales');
  expect(await sumOf('Commission')).toBeCloseTo(sales / 10, 2);
  await expect(statement).toContainText('10%');
});

test('a user who is not an agent sees how to become one', async ({ page, request }) => {
  await signIn(page, await newBuyer(request));
  await page.getByRole('button', { name: 'Profile menu' }).click();
  await expect(page.getByRole('button', { name: 'Sign out', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Agent page' })).toHaveCount(0);
  await page.goto('/client/agent');
  await expect(page.getByText('You are not an agent yet')).toBeVisible();
});

const amountIn = async (tile: { innerText(): Promise<string> }): Promise<number> =>
  Number(/([\d.,]+) USDT/.exec(await tile.innerText())![1]);
