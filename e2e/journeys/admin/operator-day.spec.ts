import { expect, test, type Locator, type Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { newBuyer, signIn, signInOwner, type Person, signInColleague } from '../../pages/people.ts';
import { firstMethod, restoreMethod } from '../../pages/payment-mode.ts';
import { callApi, payStray, payTopUp } from '../../wallets/payer.ts';

/**
 * An operator runs the shop for a day from its pages alone: sets it up, stocks it, sells, answers, refunds, changes
 * the treasury with a colleague, reads the trend. Buyers act through calls.
 */
test.setTimeout(300_000);

const tag = randomUUID().slice(0, 6);
const PRODUCT = `Lanternmail ${tag}`;
const SECRETS = Array.from({ length: 8 }, (_, index) => `${tag}-${index}@lantern.example----key-${index}`);
/** No trailing zero, which the page would omit. */
const STRAY = `17.${(parseInt(tag, 16) % 90_000) + 10_000}7`;
const QUESTION = `Where do I find my key? ${tag}`;

let owner: Person;
let buyer: Person;
let theirs: Page;
let orderNo: string;

test.afterAll(({ request }) => restoreMethod(request, 'ETH'));

test('an operator’s working day', async ({ page, browser, request }) => {
  owner = await signInOwner(request);
  await signIn(page, owner);

  await test.step('a new admin is given a role by two owners, and chooses a password', async () => {
    theirs = await (await browser.newContext()).newPage();
    await signIn(theirs, await signInColleague(request));
    const hired = await hire(page);
    await approveAt(theirs, 'Change admin access', hired.username);
    const desk = await (await browser.newContext()).newPage();
    await signIn(desk, hired);
    await choosePassword(desk, hired);
    await desk.goto('/admin/user');
    await expect(desk.getByRole('heading', { name: 'Users' })).toBeVisible();
  });

  await test.step('a product is written, stocked and put on sale', () => openProduct(page));

  await test.step('a buyer tops up, pays once without a top-up, buys, and asks', async () => {
    buyer = await newBuyer(request);
    const as = { token: buyer.token };
    await payStray(request, STRAY);
    await payTopUp(request, buyer.token, '100');
    // Final some blocks later; the board polls only every 20 seconds.
    const unmatched = async () =>
      (
        await callApi(request, 'GET', '/api/admin/deposits?state=unmatched&limit=50', { token: owner.token })
      ).items.map(({ amount }: { amount: string }) => amount);
    await expect.poll(unmatched, { timeout: 100_000 }).toContain(STRAY);
    const { items } = await callApi(request, 'GET', '/api/goods?in_stock=true', as);
    const goods = items.find(({ name }: { name: string }) => name === PRODUCT);
    const order = await callApi(request, 'POST', '/api/orders', {
      data: { goods_id: goods.id, quantity: 4 },
      ...as,
    });
    orderNo = order.order_no;
    const { items: accounts } = await callApi(request, 'GET', `/api/orders/${orderNo}/accounts`, as);
    for (const { text } of accounts) expect(SECRETS).toContain(text);
    await callApi(request, 'POST', `/api/orders/${orderNo}/claims`, {
      data: { item_ids: [accounts[0].id], reason: 'password refused' },
      ...as,
    });
    await callApi(request, 'POST', '/api/support/messages', { data: { text: QUESTION }, ...as });
  });

  await test.step('the board tells of what waits', async () => {
    await page.goto('/admin/dataBoard');
    for (const work of ['Unmatched deposits', 'Open warranty claims', 'Unanswered conversations'])
      await expect(page.getByRole('link', { name: work })).toBeVisible();
  });

  await test.step('the stray payment is credited by two persons', async () => {
    await page.getByRole('link', { name: 'Unmatched deposits' }).click();
    await page.getByRole('row').filter({ hasText: STRAY }).click();
    const form = page.getByRole('dialog').locator('form').filter({ hasText: 'Credit to a user' });
    await form.getByLabel('User').fill(buyer.username);
    await form.getByLabel('Reason').fill('sent without a top-up, shown by its hash');
    await form.getByRole('button', { name: 'Propose' }).click();
    await expect(page.getByText('Submitted for approval')).toBeVisible();
    await approveAt(theirs, 'Credit a deposit', buyer.username);
    await expect.poll(() => balanceOf()).toBeGreaterThan(100);
  });

  await test.step('a dead account is replaced, another refunded', async () => {
    await page.goto('/admin/order?tab=claims');
    await page.getByRole('row').filter({ hasText: orderNo }).click();
    const desk = page.getByRole('dialog');
    const claim = settleForm(desk, 'Warranty claim: 1 account');
    await claim.getByLabel('Reply to buyer').fill('Sorry; here is another one.');
    await confirm(claim, 'Replace');
    await expect(desk.getByRole('button', { name: '1, Replaced' })).toBeVisible();
    await desk.getByRole('button', { name: '2, Delivered' }).click();
    const chosen = settleForm(desk, '1 account selected');
    await chosen.getByLabel('Reply to buyer').fill('As agreed in our conversation.');
    await confirm(chosen, 'Refund');
    await expect(desk.getByRole('button', { name: '2, Refunded' })).toBeVisible();
    await expect(desk.getByText('Refunded', { exact: true }).last()).toBeVisible();
  });

  await test.step('a question is answered, and its asker has it', async () => {
    await page.goto('/admin/support');
    await page.getByRole('button').filter({ hasText: QUESTION }).first().click();
    await page.getByLabel('Write a message').fill('On the page of your order.');
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByText('On the page of your order.').first()).toBeVisible();
    const said = await callApi(request, 'GET', '/api/support/messages', { token: buyer.token });
    expect(JSON.stringify(said)).toContain('On the page of your order.');
  });

  await test.step('a treasury is changed by two persons, and changed back', async () => {
    const { wallet_address: wallet, checkout_address: checkout } = await firstMethod(request, 'ETH');
    await changeTreasury(page, '0x00000000000000000000000000000000000c0ffe', '');
    await changeTreasury(page, wallet, checkout!);
  });

  await test.step('the trend and the log have it all', async () => {
    await page.goto('/admin/sales?by=goods');
    await expect(page.getByRole('row').filter({ hasText: PRODUCT })).toContainText('3.75');
    await page.goto('/admin/dataBoard');
    await expect(page.getByRole('application').or(page.locator('.recharts-surface')).first()).toBeVisible();
    await page.goto('/admin/audit');
    await page.getByRole('button', { name: 'Verify log' }).click();
    await expect(page.getByRole('row').filter({ hasText: owner.username }).first()).toBeVisible();
  });

  async function balanceOf(): Promise<number> {
    const { balance } = await callApi(request, 'GET', `/api/users/balance?username=${buyer.username}`, {
      token: buyer.token,
    });
    return Number(balance);
  }
});

async function hire(page: Page): Promise<Person> {
  const username = `colleague-${tag}`;
  const password = 'first-harbour-12';
  await page.goto('/admin/user');
  await page.getByRole('button', { name: 'New user' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Username').fill(username);
  await form.getByLabel('E-mail').fill(`${username}@example.test`);
  await form.getByLabel('Initial password').fill(password);
  await form.getByLabel('Role').selectOption({ index: 1 });
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText(`${username} can sign in now`)).toBeVisible();
  return { id: '', username, email: `${username}@example.test`, password, token: '' };
}

/** A user whose password someone else set must choose a new one first. */
async function choosePassword(page: Page, person: Person): Promise<void> {
  const password = 'second-harbour-13';
  await page.goto('/client/personal-information');
  await page.getByLabel('Current password').fill(person.password);
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.waitForURL('**/login');
  await signIn(page, { ...person, password });
}

async function openProduct(page: Page): Promise<void> {
  await page.goto('/admin/goods');
  await page.getByRole('button', { name: 'New product' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill(PRODUCT);
  await dialog.getByLabel('Unit price').fill('1.25');
  await dialog.getByLabel('Warranty (hours)').fill('24');
  await dialog.getByLabel('Category').selectOption({ index: 1 });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('button', { name: 'Put on sale' }).click();
  await expect(dialog.getByText('On sale', { exact: true })).toBeVisible();

  await page.goto('/admin/goods?tab=stock');
  await page.getByRole('button', { name: 'Import accounts' }).click();
  await dialog.getByLabel('Product').selectOption(PRODUCT);
  await dialog.getByLabel('Or paste accounts').fill(SECRETS.join('\n'));
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByRole('checkbox', { name: 'I have the right to sell these accounts' }).check();
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(dialog.getByText('Lines added to stock: 8 of 8')).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
}

async function approveAt(page: Page, kind: string, subject: string): Promise<void> {
  await page.goto('/admin/dataBoard');
  const card = page.getByRole('article').filter({ hasText: kind }).filter({ hasText: subject });
  await card.getByRole('button', { name: 'Approve' }).click();
  await card.getByRole('alert').getByRole('button', { name: 'Approve' }).click();
  await expect(card).toHaveCount(0);
}

/** With its checkout contract, or none: the current one pays the previous wallet. */
async function changeTreasury(page: Page, address: string, checkout: string): Promise<void> {
  await page.goto('/admin/config?tab=payment');
  const card = page.locator('section').filter({ hasText: 'Ethereum (ERC20)' });
  await card.getByRole('button', { name: 'Change addresses' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Receiving wallet').fill(address);
  await form.getByLabel('Reason').fill('the wallets were rotated');
  if (checkout === '') await expect(form.getByText('pays to the wallet it was deployed for')).toBeVisible();
  await form.getByLabel('Checkout contract').fill(checkout);
  await form.getByRole('button', { name: 'Propose change' }).click();
  await expect(page.getByText('Submitted for approval')).toBeVisible();
  // Shown above every page, with a way to stop it.
  await theirs.goto('/admin/order');
  const watch = theirs.getByRole('region', { name: 'Proposed change of receiving addresses' });
  await expect(watch).toContainText(address);
  await watch.getByRole('button', { name: 'Review' }).click();
  await expect(theirs.getByRole('dialog').getByRole('button', { name: 'Reject' })).toBeVisible();
  await theirs.goto('/admin/dataBoard');
  const proposal = theirs.getByRole('article').filter({ hasText: 'New receiving address' });
  await expect(proposal).toContainText(address);
  await expect(proposal.getByText('The nodes confirm that this contract pays to this wallet.')).toHaveCount(
    checkout === '' ? 0 : 1,
  );
  await approveAt(theirs, 'New receiving address', address);
  await page.reload();
  await expect(page.getByText(address, { exact: false }).first()).toBeVisible();
}

const settleForm = (desk: Locator, title: string): Locator =>
  desk
    .locator('div')
    .filter({ has: desk.page().getByRole('heading', { name: title }) })
    .last();

async function confirm(form: Locator, action: string): Promise<void> {
  await form.getByRole('button', { name: action }).click();
  await form.getByRole('button', { name: action }).click();
}
