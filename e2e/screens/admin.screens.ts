import { LANGUAGES } from '@portside/contract/wire/languages';
import { test, type APIRequestContext, type Page } from '@playwright/test';
import { join } from 'node:path';
import { makeBusyShop, type BusyShop } from '../pages/busy-shop.ts';
import { signInAs } from '../pages/buyer.ts';
import { newBuyer, signInOwner } from '../pages/people.ts';
import { callApi } from '../wallets/payer.ts';
import { settled } from '../pages/every-screen.ts';
import { takeScreen } from '../pages/take-screen.ts';

const FOLDER = join(import.meta.dirname, '../../test-results/screens');

let shop: BusyShop;
/** Once for all sizes: those of the first wait for a second person. */
let areGiftsMade = false;
test.beforeAll(async ({ request }) => {
  shop = await makeBusyShop(request);
  if (!areGiftsMade) await makeGifts(request);
  areGiftsMade = true;
});

/** Gift codes: redeemed, ready and pending; and a bonus. */
async function makeGifts(request: APIRequestContext): Promise<void> {
  const { token } = await signInOwner(request);
  const post = (path: string, data?: object, who = token) =>
    callApi(request, 'POST', path, { token: who, ...(data && { data }) });
  const batch = (data: object) => post('/api/admin/redeem-batches', data);
  const { id } = await batch({ note: 'Trade fair in Shenzhen', value: '5', codes: 10 });
  const { codes } = await post(`/api/admin/redeem-batches/${id}/codes`);
  await post('/api/redeem-codes', { code: codes[0] }, (await newBuyer(request)).token);
  await batch({ note: 'Anniversary', value: '10', codes: 100, ends_at: '2030-01-01T00:00:00Z' });
  await batch({ note: 'Apology for the outage', value: '2', codes: 4 });
  const tiers = [
    { from: '500', amount: '5' },
    { from: '2000', percent: '2.5' },
  ];
  await post('/api/admin/bonuses', { name: 'Large top-ups', tiers });
}

for (const language of LANGUAGES)
  test(`admin ${language}`, async ({ page }, { project }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await signInAs(page, { signIn: shop.owner }, { language, theme: 'auto' });
    for (const { name, path, act } of adminScreens) {
      await page.goto(path(shop));
      await settled(page);
      await act?.(page);
      await settled(page);
      await takeScreen(page, join(FOLDER, project.name, language, `admin-${name}.png`), name);
    }
  });

type AdminScreen = {
  readonly name: string;
  readonly path: (shop: BusyShop) => string;
  /** Steps on the page before the screenshot, with selectors that do not depend on the language. */
  readonly act?: (page: Page) => Promise<unknown>;
};

const at = (name: string, path: string, act?: AdminScreen['act']): AdminScreen => ({
  name,
  path: () => path,
  ...(act && { act }),
});

const dialog = (page: Page) => page.getByRole('dialog').waitFor();

/** The table's button, the last of its filters. */
async function pressTool(page: Page): Promise<void> {
  await page.locator('search button.mantine-Button-root').first().click();
  await dialog(page);
}

/** The button beside the words at the top of a tab. */
async function openNew(page: Page): Promise<void> {
  await page.locator('[role=tabpanel] p + button').first().click();
  await dialog(page);
}

/** A row of the table, or on a phone the card in its place. */
async function openFirstRow(page: Page): Promise<void> {
  await page.locator('table tbody tr td:nth-child(2), ul[aria-label] > li button').first().click();
  await dialog(page);
}

const openTab = (index: number) => async (page: Page) => {
  await dialog(page);
  await page.getByRole('dialog').getByRole('tab').nth(index).click();
};

const SUPPLIERS_FILE = [
  ...Array.from(
    { length: 8 },
    (_, index) => `quay${index}@box.example----Pw-${index}----r${index}@box.example`,
  ),
  'quay8@box.example----="0012"----r8@box.example',
  'quay9@box.example----Pw-9----[{"name":"sid",',
  'total: 10',
].join('\n');

/** A supplier's file in the wizard, with questions. */
async function checkImport(page: Page): Promise<void> {
  await pressTool(page);
  const file = { name: 'accounts.txt', mimeType: 'text/plain', buffer: Buffer.from(SUPPLIERS_FILE) };
  const wizard = page.getByRole('dialog');
  await wizard.locator('input[type=file]').setInputFiles(file);
  await wizard.locator('button.mantine-Button-root').last().click();
  await wizard.locator('input[type=checkbox]').last().waitFor();
}

const USERS_FILE = [
  'username,email,balance,created_at,agent',
  ...Array.from(
    { length: 12 },
    (_, index) => `moved-${index},moved-${index}@old.example,${index}.25,2024-02-29,`,
  ),
  'two words,two@old.example,1,,',
  'nowhere,nowhere,2,,',
].join('\n');

/** A file of users from another shop, before it is proposed. */
async function previewUserImport(page: Page): Promise<void> {
  await page.locator('search button.mantine-Button-root').nth(1).click();
  await dialog(page);
  const file = { name: 'users.csv', mimeType: 'text/csv', buffer: Buffer.from(USERS_FILE) };
  await page.locator('input[type=file]').last().setInputFiles(file);
  await page.getByRole('dialog').locator('textarea').waitFor();
}

/** The sandbox sets itself up, so this shows what production would. */
async function showSetup(page: Page): Promise<void> {
  const step = (name: string, state: string, detail = '', can_skip = false) => ({
    step: name,
    state,
    detail,
    can_skip,
  });
  const steps = [
    step('mail', 'done'),
    step('secondAdmin', 'open', '', true),
    step('paymentMethods', 'done'),
    step('nodes', 'open', 'TRON, ETH'),
    step('sanctions', 'skipped', '', true),
    step('terms', 'open', '', true),
    step('product', 'done'),
    step('backup', 'open', '', true),
  ];
  const answer = { code: 200, message: 'ok', data: { steps } };
  await page.route('**/api/admin/setup', (route) => route.fulfill({ json: answer }));
  await page.reload();
  await page.getByRole('progressbar').first().waitFor();
  await page.unroute('**/api/admin/setup');
}

/** A draft previewed by this tab, above the shop's pages; nothing of it is stored. */
async function previewBrand(page: Page): Promise<void> {
  const draft = { texts: { headline: { en: 'Accounts by the pier' } }, logo: null, css: '' };
  await page.evaluate((text) => sessionStorage.setItem('brand-preview', text), JSON.stringify(draft));
  await page.goto('/');
  await page.locator('button[data-variant=white]').waitFor();
  await page.evaluate(() => sessionStorage.removeItem('brand-preview'));
}

/** The whole back office, in the order of its menu. */
const adminScreens: readonly AdminScreen[] = [
  at('board', '/admin/dataBoard'),
  at('board-setup', '/admin/dataBoard', showSetup),
  at('orders', '/admin/order'),
  at('orders-none', '/admin/order?order_no=nothing'),
  { name: 'order', path: ({ orderNo }) => `/admin/order?open=${orderNo}`, act: dialog },
  at('claims', '/admin/order?tab=claims'),
  at('recharge', '/admin/recharge'),
  at('deposits', '/admin/recharge?tab=deposits'),
  at('chains', '/admin/recharge?tab=chains'),
  at('named-payments', '/admin/recharge?tab=named'),
  at('sweeping', '/admin/recharge?tab=sweeping'),
  at('codes', '/admin/recharge?tab=codes'),
  at('codes-new', '/admin/recharge?tab=codes', openNew),
  at('bonuses', '/admin/recharge?tab=bonuses'),
  at('bonus-new', '/admin/recharge?tab=bonuses', openNew),
  at('deposits-none', '/admin/recharge?tab=deposits&username=nobody'),
  at('goods', '/admin/goods'),
  at('goods-new', '/admin/goods', pressTool),
  at('goods-edit', '/admin/goods', openFirstRow),
  at('categories', '/admin/goods?tab=categories'),
  at('families', '/admin/goods?tab=families'),
  at('attributes', '/admin/goods?tab=attributes'),
  at('stock', '/admin/goods?tab=stock'),
  at('stock-moves', '/admin/goods?tab=stock&open=moves', dialog),
  at('stock-batch', '/admin/goods?tab=stock', openFirstRow),
  at('reorder', '/admin/goods?tab=reorder'),
  at('suppliers', '/admin/goods?tab=suppliers'),
  at('supplier', '/admin/goods?tab=suppliers', async (page) => {
    await page.locator('main table button').first().click();
    await dialog(page);
  }),
  at('stock-import', '/admin/goods?tab=stock', pressTool),
  at('stock-import-check', '/admin/goods?tab=stock', checkImport),
  at('reports', '/admin/goods?tab=reports'),
  at('report', '/admin/goods?tab=reports', openFirstRow),
  at('levels', '/admin/prices'),
  at('level-new', '/admin/prices?open=new', dialog),
  at('price-lists', '/admin/prices?tab=lists'),
  at('price-list-new', '/admin/prices?tab=lists&open=new', dialog),
  at('promotions', '/admin/prices?tab=promotions'),
  at('promotion-new', '/admin/prices?tab=promotions&open=new', dialog),
  at('coupons', '/admin/prices?tab=coupons'),
  at('coupon-new', '/admin/prices?tab=coupons&open=new', dialog),
  at('users', '/admin/user'),
  at('user-new', '/admin/user', pressTool),
  at('user-import', '/admin/user', previewUserImport),
  { name: 'user-money', path: ({ userId }) => `/admin/user?open=${userId}`, act: dialog },
  { name: 'user-prices', path: ({ userId }) => `/admin/user?open=${userId}`, act: openTab(1) },
  { name: 'user-access', path: ({ userId }) => `/admin/user?open=${userId}`, act: openTab(2) },
  { name: 'user-edit', path: ({ userId }) => `/admin/user?open=${userId}`, act: openTab(3) },
  at('support', '/admin/support'),
  { name: 'conversation', path: ({ userId }) => `/admin/support?user=${userId}` },
  at('sales', '/admin/sales'),
  at('sales-by-goods', '/admin/sales?by=goods'),
  at('profit', '/admin/sales?tab=profit'),
  at('offers', '/admin/sales?tab=offers'),
  at('customers', '/admin/sales?tab=customers'),
  at('sales-of-suppliers', '/admin/sales?tab=suppliers'),
  at('agents', '/admin/agent'),
  at('agent-new', '/admin/agent', pressTool),
  at('agent', '/admin/agent', openFirstRow),
  at('roles', '/admin/role'),
  at('role', '/admin/role', async (page) => {
    await page.locator('main table button').last().click();
    await dialog(page);
  }),
  at('settings', '/admin/config'),
  at('brand', '/admin/config?tab=brand'),
  at('brand-preview', '/admin/config?tab=brand', previewBrand),
  at('payment-methods', '/admin/config?tab=payment'),
  at('allowed-wallets', '/admin/config?tab=allowed'),
  at('blocked-wallets', '/admin/config?tab=blocked'),
  at('announcements', '/admin/config?tab=announcements'),
  at('announcement-new', '/admin/config?tab=announcements', pressTool),
  at('documents', '/admin/config?tab=documents'),
  at('webhooks', '/admin/config?tab=webhooks'),
  at('checker', '/admin/config?tab=checker'),
  at('api-keys', '/admin/config?tab=keys'),
  at('mail', '/admin/config?tab=mail'),
  at('audit', '/admin/audit'),
  at('audit-entry', '/admin/audit', openFirstRow),
  at('security-events', '/admin/audit?tab=security'),
];
