import { expect, test } from '@playwright/test';
import { newBuyer, openAs, signInOwner, type Person } from '../../pages/people.ts';
import { firstProduct, Taps } from '../../pages/first-purchase.ts';
import { complaintsOf } from '../../pages/take-screen.ts';
import { callApi, payTopUp } from '../../wallets/payer.ts';

/** What the office does all day long, with its clicks and fields counted. */

let owner: Person;
let buyer: Person;
let orderNo: string;

test.beforeAll(async ({ request }) => {
  test.setTimeout(180_000);
  owner = await signInOwner(request);
  buyer = await newBuyer(request);
  await payTopUp(request, buyer.token, '20');
  const { id } = await firstProduct(request);
  const data = { goods_id: id, quantity: 1 };
  await expect
    .poll(
      async () => {
        const order = await callApi(request, 'POST', '/api/orders', { data, token: buyer.token }).catch(
          () => null,
        );
        orderNo ??= order?.order_no;
        return orderNo;
      },
      { timeout: 120_000 },
    )
    .toBeTruthy();
});

test('an order is found by the end of its number: no click, one field', async ({ page }) => {
  await openAs(page, owner, '/admin/dataBoard');
  const hand = new Taps();
  await expect(page.getByRole('button', { name: 'Search' })).toBeVisible();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Search everything' });
  await expect(field).toBeFocused();
  await hand.fill(field, orderNo.slice(-6).toLowerCase());
  await expect(page.getByRole('option').filter({ hasText: orderNo })).toBeVisible();
  expect(await complaintsOf(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByText(orderNo)).toBeVisible();
  expect([hand.taps, hand.fields]).toEqual([0, 1]);

  // What was found is at hand the next time, without a word.
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  await expect(page.getByRole('option').filter({ hasText: orderNo })).toBeVisible();
});

test('a user is found by a part of their address and gets a note: two clicks, two fields', async ({
  page,
}) => {
  await openAs(page, owner, '/admin/order');
  await expect(page.getByRole('button', { name: 'Search' })).toBeVisible();
  const hand = new Taps();
  await page.keyboard.press('/');
  await hand.fill(page.getByRole('combobox', { name: 'Search everything' }), buyer.email.slice(4, 12));
  await hand.tap(page.getByRole('option').filter({ hasText: buyer.email }).first());
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByText('Latest orders').or(sheet.getByText('Timeline'))).toBeVisible();
  await hand.fill(sheet.getByLabel('Write a note for colleagues'), 'Prefers Telegram.');
  await hand.tap(sheet.getByRole('button', { name: 'Save note' }));
  const notes = sheet.getByRole('region', { name: 'Notes' });
  await expect(notes.getByText('Prefers Telegram.')).toBeVisible();
  // The timeline has the order and the note.
  await expect(sheet.getByRole('listitem').filter({ hasText: orderNo })).toBeVisible();
  expect(await complaintsOf(page)).toEqual([]);
  expect([hand.taps, hand.fields]).toEqual([2, 2]);
});

test('a question is taken, answered by a saved reply in the buyer’s words, and closed: five clicks', async ({
  page,
  request,
}) => {
  const name = `Delivery ${orderNo.slice(-4)}`;
  const texts = { en: 'Hello {name}, order {order} was delivered. {shop}' };
  await callApi(request, 'POST', '/api/admin/saved-replies', { token: owner.token, data: { name, texts } });
  await callApi(request, 'POST', '/api/support/messages', {
    token: buyer.token,
    data: { text: `Where is ${orderNo}?` },
  });
  await openAs(page, owner, `/admin/support?user=${buyer.id}`);
  // The buyer beside the talk, and the number in it as a link.
  await expect(
    page.getByRole('complementary', { name: 'About the buyer' }).getByText('Balance'),
  ).toBeVisible();
  await expect(page.getByRole('log').getByRole('link', { name: orderNo })).toBeVisible();
  const hand = new Taps();
  await page.getByLabel('Assigned to').selectOption({ label: owner.username });
  hand.taps += 1;
  await hand.tap(page.getByRole('combobox', { name: 'Insert a saved reply' }));
  await hand.tap(page.getByRole('option', { name }));
  const message = page.getByLabel('Write a message');
  await expect(message).toHaveValue(new RegExp(`Hello ${buyer.username}, order ${orderNo} was delivered`));
  await hand.tap(page.getByRole('button', { name: 'Send', exact: true }));
  await expect(page.getByRole('log').getByText(`order ${orderNo} was delivered`)).toBeVisible();
  await hand.tap(page.getByRole('button', { name: 'Close', exact: true }));
  await expect(page.getByRole('button', { name: 'Reopen' })).toBeVisible();
  expect(await complaintsOf(page)).toEqual([]);
  expect([hand.taps, hand.fields]).toEqual([5, 0]);
});

test('the first screen says what waits, what is wrong and what was earned; ? shows the keys', async ({
  page,
}) => {
  await openAs(page, owner, '/admin/dataBoard');
  for (const title of ['Waiting for you', 'What’s wrong', 'Earned today'])
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
});
