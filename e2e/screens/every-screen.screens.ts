import { LANGUAGES } from '@portside/contract/wire/languages';
import { expect, test, type Page, type APIRequestContext } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { areaOf, isWide, makeBuyer, PASSWORD, prefer, signInAs, type Buyer } from '../pages/buyer.ts';
import { cutWordsOf, takeScreen } from '../pages/take-screen.ts';
import {
  everyEmptyScreen,
  everyOpenPhoneScreen,
  everyOpenScreen,
  everyScreen,
  settled,
  type Screen,
  type Place,
} from '../pages/every-screen.ts';
import { callApi } from '../wallets/payer.ts';
import { newBuyer, signInOwner, signInSupplier } from '../pages/people.ts';

const FOLDER = join(import.meta.dirname, '../../test-results/screens');

let buyer: Buyer;
let newcomer: Buyer;
let supplier: Buyer;
let further: FurtherShop;
test.beforeAll(async ({ request }) => {
  buyer = await makeBuyer(request);
  further = await makeFurtherShop(request, buyer);
  const username = `new-${randomUUID().slice(0, 8)}`;
  const data = { username, email: `${username}@example.test`, password: PASSWORD, agree: true };
  supplier = { ...buyer, signIn: await makeSupplier(request) };
  newcomer = { ...buyer, signIn: await callApi(request, 'POST', '/api/auth/register', { data }) };
});

async function look(page: Page, screens: readonly Screen[], who: Buyer, folder: string): Promise<void> {
  const area = areaOf(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const { name, open } of screens) {
    await open({ page, area, buyer: who });
    await settled(page);
    await takeScreen(page, join(FOLDER, folder, `${name}.png`), name);
    expect.soft(await cutWordsOf(page), `${name} shows its words whole`).toEqual([]);
  }
}

for (const language of LANGUAGES) {
  const wanted = { language, theme: 'auto' } as const;

  test(language, async ({ page }, { project }) => {
    await signInAs(page, buyer, wanted);
    await look(page, everyScreen, buyer, join(project.name, language));
  });

  test(`further ${language}`, async ({ page }, { project }) => {
    await signInAs(page, buyer, wanted);
    await look(page, buyerScreens(further), buyer, join(project.name, language));
  });

  test(`supplier ${language}`, async ({ page }, { project }) => {
    await signInAs(page, supplier, wanted);
    await look(page, [supplierPage], supplier, join(project.name, language));
  });

  test(`newcomer ${language}`, async ({ page }, { project }) => {
    await signInAs(page, newcomer, wanted);
    await look(page, everyEmptyScreen, newcomer, join(project.name, language));
  });

  test(`visitor ${language}`, async ({ page }, { project }) => {
    const screens = isWide(page) ? everyOpenScreen : everyOpenPhoneScreen;
    await prefer(page, wanted);
    await look(page, [...screens, ...visitorScreens(further)], buyer, join(project.name, language));
  });
}

/** Sets up screens that pass quickly or that few people ever see. */
type FurtherShop = {
  /** An order of accounts with a second factor, whose product has an instruction. */
  readonly guardedNo: string;
  /** The token of a blocked buyer to whom support has written. */
  readonly pass: string;
};

const GUARDED = 'Brindlepost business mailbox';

async function makeFurtherShop(request: APIRequestContext, buyer: Buyer): Promise<FurtherShop> {
  const { items } = await callApi(request, 'GET', `/api/goods?q=${encodeURIComponent(GUARDED)}`);
  const { order_no: guardedNo } = await callApi(request, 'POST', '/api/orders', {
    token: buyer.signIn.token,
    data: { goods_id: items[0].id, quantity: 2 },
  });
  return { guardedNo, pass: await blockBuyer(request) };
}

/** Signs in for the sandbox's supplier, who has brought an import that waits. */
async function makeSupplier(request: APIRequestContext): Promise<Buyer['signIn']> {
  const { username, password, token } = await signInSupplier(request);
  const { goods } = await callApi(request, 'GET', '/api/suppliers/own', { token });
  const text = `quay-${randomUUID()}@box.example----secret----r@box.example`;
  const data = { goods_id: goods[0].id, cost: '1.1', note: 'Lot 12', text, has_right_to_sell: true };
  await callApi(request, 'POST', '/api/suppliers/own/batches', { token, data });
  return callApi(request, 'POST', '/api/auth/login', { data: { username, password } });
}

const supplierPage: Screen = {
  name: 'supplier',
  open: ({ page, area }) => page.goto(`${area}/supplier`),
};

async function blockBuyer(request: APIRequestContext): Promise<string> {
  const { token } = await signInOwner(request);
  const { id, username, password, ...blocked } = await newBuyer(request);
  const question = { text: 'Why is a payment of Monday missing from my balance?' };
  await callApi(request, 'POST', '/api/support/messages', { token: blocked.token, data: question });
  const data = { text: 'It came from a blocked wallet. Please tell us where you got it from.' };
  await callApi(request, 'POST', `/api/admin/support/conversations/${id}/messages`, { token, data });
  await callApi(request, 'PUT', `/api/users/${id}/status`, { token, data: { status: 'frozen' } });
  const refused = await request.post('/api/auth/login', { data: { username, password } });
  const { pass } = (await refused.json()) as { pass?: string };
  expect(pass).toBeDefined();
  return pass!;
}

/** Stops changing answers for the previous screen. */
const screen = (name: string, open: Screen['open']): Screen => ({
  name,
  async open(place) {
    await place.page.unrouteAll({ behavior: 'ignoreErrors' });
    await open(place);
  },
});

/** Shows a top-up in a state that would take too long to wait for. */
async function changeRecharge(page: Page, orderId: string, change: object): Promise<void> {
  await page.route(`**/api/recharges/${orderId}`, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { data: object };
    await route.fulfill({ response, json: { ...body, data: { ...body.data, ...change } } });
  });
}

/** Changes the list of products that the page gets. */
async function changeGoods(
  page: Page,
  change: (goods: readonly object[]) => readonly object[],
): Promise<void> {
  await page.route(/\/api\/goods(\?|$)/, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { data: { items: readonly object[] } };
    const items = change(body.data.items);
    await route.fulfill({ response, json: { ...body, data: { ...body.data, items } } });
  });
}

const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();

const expired = () => ({ status: 'failed', sub_state: 'expired', expires_at: ago(60_000) });

const submitted = () => ({
  submitted: {
    tx_hash: `6e75${'0'.repeat(56)}f718`,
    submitted_at: ago(20_000),
    checked_at: ago(5_000),
    is_found: false,
    payment: null,
  },
});

/** An order that waits while its buyer signs in or tops up, in this tab. */
async function keepIntent({ page, buyer }: Place): Promise<void> {
  const intent = {
    goodsId: buyer.goodsId,
    name: 'Quilletpost mailbox, new',
    path: `/product/${buyer.goodsId}`,
    quantity: 30,
    gender: null,
    email: null,
  };
  await page.goto('/docs/terms');
  await page.evaluate(
    (text) => sessionStorage.setItem('portside-order-intent', text),
    JSON.stringify(intent),
  );
}

const forgetIntent = ({ page }: Place): Promise<void> =>
  page.evaluate(() => sessionStorage.removeItem('portside-order-intent'));

/** Of the signed-in buyer. */
const buyerScreens = ({ guardedNo }: FurtherShop): readonly Screen[] => [
  screen('top-up-looking', async ({ page, area, buyer }) => {
    await changeRecharge(page, buyer.waitingId, submitted());
    await page.goto(`${area}/amount-recharge?order=${buyer.waitingId}`);
    await page.getByTestId('submitted-payment').waitFor();
  }),
  screen('top-up-expired', async ({ page, area, buyer }) => {
    await changeRecharge(page, buyer.waitingId, expired());
    await page.goto(`${area}/amount-recharge?order=${buyer.waitingId}`);
  }),
  screen('payment-expired', async ({ page, area, buyer }) => {
    await changeRecharge(page, buyer.waitingId, expired());
    await page.goto(`${area === '/client' ? '/pay' : '/mobile/cashRegister'}?order=${buyer.waitingId}`);
  }),
  screen('top-up-for-order', async (place) => {
    await keepIntent(place);
    await place.page.goto(`${place.area}/amount-recharge?amount=20`);
    await place.page.locator('aside a[href*="/product/"]').waitFor();
  }),
  screen('credited-for-order', async (place) => {
    const { page, area, buyer } = place;
    await keepIntent(place);
    await page.goto(`${area}/amount-recharge?order=${buyer.creditedId}`);
    await page.locator('main a[href*="/product/"]').first().waitFor();
    await forgetIntent(place);
  }),
  screen('one-time-codes', async ({ page, area }) => {
    await page.goto(`${area}/purchase-record?order=${guardedNo}`);
    await page.getByRole('dialog').locator('div[aria-hidden] + div > button').first().click();
    await page.getByTestId('one-time-code').first().scrollIntoViewIfNeeded();
  }),
  screen('back-in-stock', async ({ page, area }) => {
    await changeGoods(page, ([first, ...others]) => [{ ...first, returned_at: ago(3_600_000) }, ...others]);
    await page.goto(area === '/client' ? '/client/main' : '/mobile/index');
    await page.locator('main a[href*="/product/"]').first().waitFor();
  }),
  screen('install', async ({ page, area }) => {
    await page.goto(`${area}/personal-information`);
    await page.locator('[data-toasts]').waitFor({ state: 'attached' });
    await page.locator('dd button').waitFor();
    await page.evaluate(`dispatchEvent(new Event('beforeinstallprompt', { cancelable: true }))`);
  }),
];

/** Of people who are not signed in. */
const visitorScreens = ({ pass }: FurtherShop): readonly Screen[] => [
  screen('visitor-of-agent', async ({ page, buyer }) => {
    await page.goto(`/?promotion_code=${buyer.promotionCode}`);
    await page.locator('main a[href*="/product/"]').first().waitFor();
  }),
  screen('visitor-register-of-agent', async ({ page, buyer }) => {
    await page.goto(`/login?mode=register&promotion_code=${buyer.promotionCode}`);
  }),
  screen('visitor-sign-up-for-order', async (place) => {
    await keepIntent(place);
    await place.page.goto('/login?mode=register');
    await place.page.locator('aside a[href*="/product/"]').waitFor();
    await forgetIntent(place);
  }),
  screen('visitor-category', async ({ page }) => {
    await page.goto('/category/1');
    await page.locator('main a[href*="/product/"]').first().waitFor();
  }),
  screen('visitor-family', async ({ page }) => {
    await page.goto('/family/1');
    await page.locator('main fieldset').first().waitFor();
  }),
  screen('visitor-missing', async ({ page }) => {
    await page.goto('/no-such-page');
    await page.getByRole('main').getByRole('searchbox').fill('mailbox');
  }),
  screen('blocked', async ({ page }) => {
    await page.goto('/docs/terms');
    await page.evaluate((text) => sessionStorage.setItem('blocked-pass', text), pass);
    await page.goto('/ban-page');
    await page.getByRole('log').getByText('blocked wallet').waitFor();
  }),
];
