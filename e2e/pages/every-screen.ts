import { expect, type Page, type Locator } from '@playwright/test';
import { PASSWORD, signInAs, type Buyer } from './buyer.ts';

export type Place = { readonly page: Page; readonly area: '/client' | '/mobile'; readonly buyer: Buyer };
export type Screen = { readonly name: string; readonly open: (place: Place) => Promise<unknown> };

const at = (name: string, path: (place: Place) => string): Screen => ({
  name,
  open: async (place) => place.page.goto(path(place)),
});

const dialogAt = (name: string, path: (place: Place) => string): Screen => ({
  name,
  async open(place) {
    await place.page.goto(path(place));
    await place.page.getByRole('dialog').waitFor();
  },
});

const topUp = (name: string): Screen => ({
  name,
  async open({ page, area }) {
    await page.goto(`${area}/amount-recharge`);
    await scrollDownTo(page.locator('#top-up-history'));
    await page.evaluate('scrollTo(0, 0)');
  },
});

/** For one screen only: a real announcement would be on all of them. */
const announced = {
  code: 200,
  message: 'ok',
  data: {
    items: [
      {
        id: '1',
        position: 'recharge',
        title: 'Maintenance on Sunday',
        body: '<p>Top-ups on <strong>Ethereum</strong> pause from 02:00 to 03:00 UTC. Payments that arrive then are credited afterwards.</p><ul><li>TRON is not affected.</li><li>Orders are not affected.</li></ul><p>More in <a href="/docs/top-up">how to top up</a>.</p>',
        shown_from: '2026-11-20T08:00:00.000Z',
        ends_at: null,
      },
    ],
    next_cursor: null,
    total: null,
  },
};

/** A signed-in buyer's screens, in the order of a visit. The last one breaks the session, so it stays last. */
export const everyScreen: readonly Screen[] = [
  at('home', ({ area }) => (area === '/client' ? '/client/main' : '/mobile/index')),
  at('buy', ({ area }) => `${area}/purchase-account`),
  at('buy-nothing-found', ({ area }) => `${area}/purchase-account?q=nothing-like-it`),
  dialogAt('order-form', ({ area, buyer }) => `${area}/purchase-account?goods=${buyer.goodsId}`),
  {
    name: 'order-placed',
    async open({ page }) {
      await page.locator('[aria-describedby=order-obstacle]').click();
      await page.getByTestId('order-no').waitFor();
    },
  },
  at('product', ({ buyer }) => `/product/${buyer.goodsId}?quantity=30`),
  {
    name: 'product-sold-out',
    async open({ page }) {
      const { data } = await (await page.request.get('/api/goods?limit=100')).json();
      const soldOut = data.items.find(({ stock }: { stock: number }) => stock === 0);
      await page.goto(`/product/${soldOut.slug}`);
      await page.locator('section ul[aria-label] a').first().waitFor();
    },
  },
  at('buy-filters', ({ area }) => `${area}/purchase-account?sort=price&price_to=20`),
  {
    name: 'cart',
    async open({ page, area, buyer }) {
      // Its price has changed since it was seen.
      const lines = [{ goods_id: buyer.goodsId, quantity: 2, unit_price: '0.01' }];
      const headers = { authorization: `Bearer ${buyer.signIn.token}` };
      await page.request.put('/api/cart/lines', { headers, data: { lines } });
      await page.goto(`${area}/cart`);
      await page.getByTestId('cart-line').locator('[data-tone]').waitFor();
    },
  },
  at('notices', ({ area }) => `${area}/notices`),
  at('record', ({ area }) => `${area}/purchase-record`),
  dialogAt('record-details', ({ area, buyer }) => `${area}/purchase-record?order=${buyer.orderNo}`),
  topUp('top-up'),
  at('top-up-payment', ({ area, buyer }) => `${area}/amount-recharge?order=${buyer.waitingId}`),
  at('top-up-credited', ({ area, buyer }) => `${area}/amount-recharge?order=${buyer.creditedId}`),
  at(
    'payment',
    ({ area, buyer }) => `${area === '/client' ? '/pay' : '/mobile/cashRegister'}?order=${buyer.waitingId}`,
  ),
  at('payment-step', ({ buyer }) => `/mobile/h5Pay?order=${buyer.waitingId}`),
  at('payment-without-order', () => '/pay'),
  at('payment-without-ticket', () => '/h5Pay'),
  at('payment-by-ticket', () => `/h5Pay#ticket=${'a'.repeat(43)}`),
  {
    name: 'claim',
    async open({ page, area, buyer }) {
      await page.goto(`${area}/purchase-record?order=${buyer.orderNo}`);
      await page.locator('section:has(time) > button').last().click();
      await page.getByRole('dialog').locator('fieldset li').first().waitFor();
    },
  },
  at('customer-service', ({ area }) => `${area}/customer-service`),
  at('agent', ({ area }) => `${area}/agent`),
  at('report', () => '/report'),
  {
    name: 'announcement',
    async open({ page, area }) {
      await page.route('/api/announcements/position/*', (route) => route.fulfill({ json: announced }));
      await page.goto(`${area}/amount-recharge`);
      await page.locator('h2[id^=announcement-]').waitFor();
      await page.unroute('/api/announcements/position/*');
    },
  },
  at('personal-information', ({ area }) => `${area}/personal-information`),
  {
    name: 'change-email',
    async open({ page, area }) {
      await page.goto(`${area}/personal-information`);
      await page.locator('dd button').click();
      await page.getByRole('dialog').waitFor();
    },
  },
  at('how-to-buy', () => '/docs/how-to-buy'),
  at('how-to-top-up', () => '/docs/top-up'),
  at('how-to-get-help', () => '/docs/support'),
  at('refunds', () => '/docs/refunds'),
  at('terms', () => '/docs/terms'),
  at('privacy', () => '/docs/privacy'),
  at('api-guide', () => '/docs/api'),
  at('what-to-try', () => '/sandbox'),
  at('missing', () => '/no-such-page'),
  at('no-access', () => '/no-access?page=/admin/order'),
  at('ban', () => '/ban-page'),
  at('login', () => '/login'),
  at('register', () => '/login?mode=register'),
  at('reset', () => '/login?mode=reset'),
  {
    name: 'login-expired',
    async open({ page, area, buyer }) {
      const language = (await page.locator('html').getAttribute('lang')) ?? 'en';
      const expired = { ...buyer, signIn: { ...buyer.signIn, token: 'expired' } };
      await signInAs(page, expired, { language, theme: 'auto' });
      await page.goto(`${area}/personal-information`);
      await page.getByRole('dialog').waitFor();
    },
  },
];

/** A visitor's screens on a desktop: on a phone they must sign in. */
export const everyOpenScreen: readonly Screen[] = [
  at('visitor-home', () => '/client/main'),
  at('visitor-buy', () => '/client/purchase-account'),
  dialogAt('visitor-order-form', ({ buyer }) => `/client/purchase-account?goods=${buyer.goodsId}`),
  at('visitor-product', ({ buyer }) => `/product/${buyer.goodsId}`),
];

/** A visitor's screens on a phone: the shop on the sign-in page, whole or filtered, and products. */
export const everyOpenPhoneScreen: readonly Screen[] = [
  {
    name: 'visitor-window',
    async open({ page }) {
      await page.goto('/');
      await page.locator('main a[href*="/product/"]').first().waitFor();
    },
  },
  at('visitor-window-list', () => '/mobile/purchase-account?sort=price'),
  at('visitor-product', ({ buyer }) => `/product/${buyer.goodsId}`),
];

/** A new user's screens: nothing bought, paid or written. The last one stays offline. */
export const everyEmptyScreen: readonly Screen[] = [
  at('new-home', ({ area }) => (area === '/client' ? '/client/main' : '/mobile/index')),
  at('new-cart', ({ area }) => `${area}/cart`),
  at('new-record', ({ area }) => `${area}/purchase-record`),
  topUp('new-top-up'),
  at('new-customer-service', ({ area }) => `${area}/customer-service`),
  at('new-agent', ({ area }) => `${area}/agent`),
  {
    name: 'two-factor',
    async open({ page, area }) {
      await page.goto(`${area}/personal-information`);
      await page.locator('svg + div button').click();
      await page.getByRole('dialog').locator('input').fill(PASSWORD);
      await page.keyboard.press('Enter');
      await page.getByRole('figure').waitFor();
    },
  },
  {
    name: 'menu',
    async open({ page, area }) {
      await page.goto(`${area}/personal-information`);
      await page.locator('header button[aria-controls]').last().click();
    },
  },
  {
    name: 'offline',
    async open({ page, area }) {
      await page.goto(area === '/client' ? '/client/main' : '/mobile/index');
      await settled(page);
      await page.context().setOffline(true);
      await page.locator('[aria-live] > p').waitFor();
    },
  },
];

/** Waits until the page has loaded and nothing moves. */
export async function settled(page: Page): Promise<void> {
  await page.locator('h1, h2').first().waitFor();
  await expect(page.locator('[aria-busy=true], .mantine-Skeleton-root')).toHaveCount(0);
  const moving = 'document.getAnimations().filter(({ playState }) => playState === "running").length';
  await expect.poll(() => page.evaluate(moving)).toBe(0);
}

/** Scrolls to the end of the page until this appears: some lists load as the reader comes near. */
export const scrollDownTo = (wanted: Locator): Promise<void> =>
  expect(async () => {
    await wanted.page().evaluate('scrollTo(0, document.body.scrollHeight)');
    await expect(wanted).toBeVisible({ timeout: 2_000 });
  }).toPass();
