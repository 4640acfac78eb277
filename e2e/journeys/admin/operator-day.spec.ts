import { expect, test, type Locator, type Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { mailsTo, newBuyer, signIn, signInOwner, type Person, signInColleague } from '../../pages/people.ts';
import { firstMethod, restoreMethod } from '../../pages/payment-mode.ts';
import { countPresses } from '../../pages/first-purchase.ts';
import { createProduct } from '../../pages/new-product.ts';
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
  const presses = await countPresses(page);
  const clicks: Record<string, number> = {};
  /** A piece of work, and the clicks that it took. */
  const count = (work: string, body: () => Promise<unknown>) =>
    test.step(work, async () => {
      const before = presses();
      await body();
      clicks[work] = presses() - before;
    });
  await count('owner into the office', () => signIn(page, owner));

  await test.step('a new admin is invited, given a role by two owners, and chooses a password', async () => {
    theirs = await (await browser.newContext()).newPage();
    await signIn(theirs, await signInColleague(request));
    const hired = await hire(page);
    await approveAt(theirs, 'Change admin access', hired.username);
    const desk = await (await browser.newContext()).newPage();
    await accept(desk, hired);
    await desk.goto('/admin/user');
    await expect(desk.getByRole('heading', { name: 'Users' })).toBeVisible();
  });

  await count('category and product on sale', () => openProduct(page));
  await count('import of accounts', () => importAccounts(page));

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
      data: {
        item_ids: accounts.slice(0, 3).map(({ id }: { id: string }) => id),
        reason: 'password refused',
      },
      ...as,
    });
    await callApi(request, 'POST', '/api/support/messages', { data: { text: QUESTION }, ...as });
  });

  await test.step('the board tells of what waits', async () => {
    await page.goto('/admin/dataBoard');
    for (const work of [/Unmatched deposits(?!:)/, 'Open warranty claims', 'Unanswered conversations'])
      await expect(page.getByRole('main').getByRole('link', { name: work })).toBeVisible();
  });

  await count('unmatched deposit', async () => {
    await page.getByRole('link', { name: /Unmatched deposits(?!:)/ }).click();
    await page.getByRole('row').filter({ hasText: STRAY }).click();
    const form = page.getByRole('dialog').locator('form').filter({ hasText: 'Credit to a user' });
    await form.getByLabel('User').fill(buyer.username);
    await form.getByLabel('Reason').fill('sent without a top-up, shown by its hash');
    await form.getByRole('button', { name: 'Propose' }).click();
    await expect(page.getByText('Submitted for approval')).toBeVisible();
  });
  await test.step('a colleague approves it', async () => {
    await approveAt(theirs, 'Credit a deposit', buyer.username);
    await expect.poll(() => balanceOf()).toBeGreaterThan(100);
  });

  const desk = page.getByRole('dialog');
  await count('claim of three', async () => {
    await page.goto('/admin/order?tab=claims');
    await page.getByRole('row').filter({ hasText: orderNo }).click();
    const claim = settleForm(desk, 'Warranty claim: 3 accounts');
    await claim.getByLabel('Reply to buyer').fill('Sorry; here are others.');
    await confirm(claim, 'Replace');
    for (const place of [1, 2, 3])
      await expect(desk.getByRole('button', { name: `${place}, Replaced` })).toBeVisible();
  });

  await count('refund of one account', async () => {
    await desk.getByRole('button', { name: '4, Delivered' }).click();
    const chosen = settleForm(desk, '1 account selected');
    await chosen.getByLabel('Reply to buyer').fill('As agreed in our conversation.');
    await confirm(chosen, 'Refund');
    await expect(desk.getByRole('button', { name: '4, Refunded' })).toBeVisible();
    await expect(desk.getByText('Refunded', { exact: true }).last()).toBeVisible();
  });

  await test.step('a question is answered, and its asker has it', async () => {
    await page.goto('/admin/support');
    await page.getByRole('button').filter({ hasText: QUESTION }).first().click();
    await page.getByLabel('Write a message').fill('On the page of your order.');
    await page.getByRole('button', { name: 'Send' }).click();
    // The field that it was typed into shows its text too, until it was sent.
    await expect(page.getByLabel('Write a message')).toHaveValue('');
    await expect(page.getByText('On the page of your order.').first()).toBeVisible();
    const said = await callApi(request, 'GET', '/api/support/messages', { token: buyer.token });
    expect(JSON.stringify(said)).toContain('On the page of your order.');
  });

  await test.step('a treasury is changed by two persons, and changed back', async () => {
    const { wallet_address: wallet, checkout_address: checkout } = await firstMethod(request, 'ETH');
    await count('payment method', () =>
      changeTreasury(page, '0x00000000000000000000000000000000000c0ffe', ''),
    );
    await changeTreasury(page, wallet, checkout!);
  });

  await count('order found by its tail', async () => {
    await page.goto('/admin/dataBoard');
    await expect(page.getByRole('button', { name: 'Search' })).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search everything' }).fill(orderNo.slice(-6));
    await expect(page.getByRole('option').filter({ hasText: orderNo })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(desk.getByText(orderNo)).toBeVisible();
  });

  await test.step('ten products are made', async () => {
    for (let at = 0; at < 10; at += 1)
      await createProduct(request, { names: { en: `Lanternmail ten ${tag} ${at}` }, price: `1.${at}` });
  });
  await count('ten prices up by 5 %', async () => {
    await page.goto('/admin/goods');
    await page.getByRole('search').getByRole('textbox').fill(`ten ${tag}`);
    await expect(page).toHaveURL(/q=/);
    await expect(page.getByRole('button', { name: `Lanternmail ten ${tag} 9` })).toBeVisible();
    await page.getByRole('checkbox', { name: 'Select all records' }).check();
    await page.getByRole('button', { name: 'Change several…' }).click();
    await page.getByLabel('Change in percent').fill('5');
    await page.getByRole('button', { name: 'Next: check the change' }).click();
    await desk.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('10 products changed.')).toBeVisible();
  });

  await count('what was earned this week', async () => {
    await page.goto('/admin/sales');
    await page.getByRole('tab', { name: 'Profit' }).click();
    await page.getByText('Product', { exact: true }).first().click();
    await expect(page.getByRole('row').filter({ hasText: PRODUCT })).toBeVisible();
  });
  // A choice in a list is one; docs/back-office.md has the table.
  expect(clicks).toEqual({
    'owner into the office': 1,
    'category and product on sale': 4,
    'import of accounts': 6,
    'payment method': 2,
    'unmatched deposit': 3,
    'claim of three': 3,
    'refund of one account': 3,
    'order found by its tail': 0,
    'ten prices up by 5 %': 4,
    'what was earned this week': 2,
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

type Hired = Pick<Person, 'username' | 'email' | 'password'>;

/** Invites a colleague by e-mail. */
async function hire(page: Page): Promise<Hired> {
  const username = `colleague-${tag}`;
  const email = `${username}@example.test`;
  await page.goto('/admin/user');
  await page.getByRole('button', { name: 'New user' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Username').fill(username);
  await form.getByLabel('E-mail', { exact: true }).fill(email);
  await form.getByLabel('Role').selectOption({ index: 1 });
  await expect(form.getByLabel('Initial password')).toHaveCount(0);
  await form.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByText(`${username} was invited by e-mail`)).toBeVisible();
  return { username, email, password: 'second-harbour-13' };
}

/** The colleague chooses a password by the link in the e-mail, and is in the back office. */
async function accept(page: Page, { username, email, password }: Hired): Promise<void> {
  const find = async () => (await mailsTo(page.request, email))[0]?.text ?? '';
  await expect.poll(find, { timeout: 30_000 }).toContain('mode=invited#');
  const link = new URL(/https?:\S+mode=invited#\S+/.exec(await find())![0]);
  await page.goto(`${link.pathname}${link.search}${link.hash}`);
  await expect(page.getByText(`Choose a password for ${username}.`)).toBeVisible();
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByRole('button', { name: 'Set password and sign in' }).click();
  await page.waitForURL('**/admin/**');
  await page.goto(`${link.pathname}${link.search}${link.hash}`);
  await expect(page.getByText('This invitation was used already')).toBeVisible();
  await signIn(page, { username, password });
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
}

async function importAccounts(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
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
