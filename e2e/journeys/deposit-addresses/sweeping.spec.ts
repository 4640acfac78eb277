import { expect, test, type APIRequestContext, type Locator, type Page } from '@playwright/test';
import { recordOf } from '@portside/chain/networks/registry';
import { actAs, newBuyer, openAs, signInColleague, signInOwner, type Person } from '../../pages/people.ts';
import { restoreMethod } from '../../pages/payment-mode.ts';
import { callApi, sendUsdt } from '../../wallets/payer.ts';
import { TestWallet, type Network } from '../../wallets/test-wallet.ts';

/** An operator sets buyers' deposit addresses up from their own wallet, and sweeps them. */

for (const network of ['POLYGON', 'TRON']) test.afterAll(({ request }) => restoreMethod(request, network));

const press = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name, exact: true }).click();

/** Opens a network's form and deploys a factory with this browser's wallet. */
async function deployFactory(page: Page, network: Network): Promise<Locator> {
  await page.goto('/admin/config?tab=payment');
  const card = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: recordOf(network).name }) });
  await press(card, 'Change addresses');
  const form = page.getByRole('dialog');
  await form.getByLabel('Each buyer’s own address').check();
  await form.getByLabel('Address factory').fill('');
  await press(form, 'Deploy a factory');
  await press(form, 'Connect Harbour Wallet');
  await expect(form.getByText(/^Costs about [\d.,]+ \w+\. The wallet has [\d.,]+ \w+\.$/)).toBeVisible();
  await press(form, 'Deploy');
  await expect(form.getByText('Published contract, pays to this wallet').first()).toBeVisible({
    timeout: 100_000,
  });
  await expect(form.getByLabel('Address factory')).not.toHaveValue('');
  return form;
}

async function propose(page: Page, form: Locator, reason: string): Promise<void> {
  await form.getByLabel('Reason').fill(reason);
  await press(form, 'Propose change');
  await expect(page.getByText('Submitted for approval')).toBeVisible();
}

/** Pays a new buyer's own address from "an exchange". */
async function payOwn(request: APIRequestContext, network: Network, amount: string): Promise<Person> {
  const buyer = await newBuyer(request);
  const { address } = await callApi(request, 'POST', '/api/deposit-addresses', {
    data: { type: network },
    token: buyer.token,
  });
  await sendUsdt(request, network, address, amount);
  await expect.poll(() => balanceOf(request, buyer), { timeout: 100_000 }).toBe(`${amount}.00`);
  return buyer;
}

const balanceOf = async (request: APIRequestContext, { token }: Person): Promise<string> =>
  (await callApi(request, 'GET', '/api/auth/me', { token })).user.balance;

test('own addresses are set up with a second person, paid to, and swept from the operator’s wallet', async ({
  page,
  browser,
  request,
}) => {
  const wallet = await TestWallet.install(page, 'POLYGON');
  await actAs(page, await signInOwner(request));
  const form = await deployFactory(page, 'POLYGON');
  wallet.expectSigned('deploy');
  await propose(page, form, 'addresses of their own');

  const theirs = await (await browser.newContext()).newPage();
  await openAs(theirs, await signInColleague(request), '/admin/dataBoard');
  const proposal = theirs.getByRole('article').filter({ hasText: 'addresses of their own' });
  await expect(proposal).toContainText('The exact amount → Each buyer’s own address');
  await press(proposal, 'Approve');
  await press(proposal.getByRole('alert'), 'Approve');
  await expect(proposal).toHaveCount(0);

  const large = await payOwn(request, 'POLYGON', '150');
  await payOwn(request, 'POLYGON', '40');

  await page.goto('/admin/recharge?tab=sweeping');
  const card = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: recordOf('POLYGON').name }) });
  // Earlier changes left some too.
  const factory = card.getByRole('listitem').filter({ hasText: 'In use' });
  await expect(factory).toContainText('190.00');
  await expect(page.getByRole('row').filter({ hasText: large.username })).toContainText('150.00');
  await press(factory, 'Sweep');
  const sheet = page.getByRole('dialog');
  await press(sheet, 'Connect Harbour Wallet');
  await expect(sheet.getByText(/^The first transaction costs about/)).toBeVisible();
  await press(sheet, 'Sweep 1 address');
  await expect(sheet.getByText('Recorded', { exact: true })).toBeVisible({ timeout: 100_000 });
  await expect(sheet.getByText('1 of 1')).toBeVisible();
  wallet.expectSigned('deploy', 'sweepMany');
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);

  await expect(factory).not.toContainText('190.00', { timeout: 100_000 });
  await expect(factory).toContainText('40.00');
  await page.getByText('Recorded sweeps', { exact: true }).click();
  const newest = page.getByRole('table', { name: 'Recorded sweeps' }).getByRole('row').nth(1);
  await expect(newest).toContainText('150.00');
  await expect(newest).toContainText(recordOf('POLYGON').name);
  expect(await balanceOf(request, large)).toBe('150.00');

  await page.goto('/admin/dataBoard');
  const treasury = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Treasury' }) });
  await expect(treasury).toContainText('on buyers’ own addresses');
});

test('a factory is deployed from a TRON wallet; the colleague stops the change', async ({
  page,
  browser,
  request,
}) => {
  const wallet = await TestWallet.install(page, 'TRON');
  await actAs(page, await signInOwner(request));
  const form = await deployFactory(page, 'TRON');
  wallet.expectSigned('deploy');
  await propose(page, form, 'another factory');
  const theirs = await (await browser.newContext()).newPage();
  await openAs(theirs, await signInColleague(request), '/admin/dataBoard');
  const proposal = theirs.getByRole('article').filter({ hasText: 'another factory' });
  await press(proposal, 'Reject');
  await proposal.getByRole('textbox').fill('not agreed');
  await proposal.getByRole('button', { name: 'Reject' }).last().click();
  await expect(proposal).toHaveCount(0);
});

test('in the sandbox an operator sweeps without an extension', async ({ page, request }) => {
  await actAs(page, await signInOwner(request));
  for (const network of ['BSC', 'TRON'] as const) {
    const buyer = await payOwn(request, network, '120');
    await page.goto('/admin/recharge?tab=sweeping');
    const card = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: recordOf(network).name }) });
    await card.getByRole('button', { name: 'Sweep', exact: true }).first().click();
    const sheet = page.getByRole('dialog');
    await expect(sheet.getByText('holds test money on local chains only', { exact: false })).toBeVisible();
    await press(sheet, 'Connect sandbox test wallet');
    await sheet.getByRole('button', { name: /^Sweep \d+ address(es)?$/ }).click();
    await expect(sheet.getByText('Recorded', { exact: true })).toBeVisible({ timeout: 100_000 });
    await page.keyboard.press('Escape');
    await expect(page.getByRole('row').filter({ hasText: buyer.username })).toHaveCount(0, {
      timeout: 100_000,
    });
    expect(await balanceOf(request, buyer)).toBe('120.00');
  }
});
