import { expect, test, type Browser, type Page } from '@playwright/test';
import { callApi, payTopUp } from '../../wallets/payer.ts';
import { answerLate, watchLayout } from '../../pages/announcement-journeys.ts';
import { areaOf, ENGLISH, prefer, signInAs } from '../../pages/buyer.ts';
import { firstProduct, inviteAs } from '../../pages/first-purchase.ts';
import { newBuyer } from '../../pages/people.ts';

/** HTML, scripts, stylesheets, calls and pictures: every request that the browser makes, wherever it leads. */
const MOST = 18;

/** What a page is for, once its data has come; prerendered pages show skeletons there. */
const PRODUCTS = 'ul[aria-label] a[href*="/product/"]';

const PRODUCT = 'article h1';

const FORM = 'form input[type=password]';

const ORDERS = 'time[datetime]';

const ADDRESS = '[data-testid=own-address]';

const PAYMENT = '[data-testid=pay-amount]';

/** Requested by the test once the content is painted. */
const MARK = '/favicon.svg?painted';

type Opened = { readonly address: string; readonly wanted: string };

/**
 * Opens a page in a browser that has never seen the shop, and returns the requests that were made, in their order, until
 * `wanted` was painted where it can be used. Nothing is left out.
 */
async function countUntil(page: Page, { address, wanted }: Opened): Promise<string[]> {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  // The mark is a request too, because any other signal to the test may overtake requests or be overtaken. It is a
  // call, because the browser delays pictures.
  await page.addInitScript(`(() => {
    const isThere = () =>
      [...document.querySelectorAll(${JSON.stringify(wanted)})].some(
        (one) => one.closest('[inert]') === null && one.checkVisibility(),
      );
    // Found before a frame is painted, so painted when the next one begins.
    const note = () => fetch(${JSON.stringify(MARK)});
    const look = () => requestAnimationFrame(isThere() ? note : look);
    look();
  })();`);
  await page.goto(address);
  const marked = () => asked.findIndex((url) => url.endsWith(MARK));
  await expect.poll(marked, address).toBeGreaterThan(0);
  return asked.slice(0, marked()).map((url) => new URL(url).pathname);
}

async function expectFew(
  browser: Browser,
  like: Page,
  opened: readonly Opened[],
  prepare: (page: Page) => Promise<void>,
): Promise<void> {
  const isPhone = areaOf(like) === '/mobile';
  // A shop that has just started lists no network yet, and pages retry.
  const networks = async () =>
    (await callApi(like.request, 'GET', '/api/payment-methods/enabled')).items.length;
  await expect.poll(networks).toBeGreaterThan(0);
  for (const one of opened) {
    const viewport = like.viewportSize();
    const context = await browser.newContext({ viewport, isMobile: isPhone, hasTouch: isPhone });
    const page = await context.newPage();
    await prepare(page);
    const asked = await countUntil(page, one);
    expect(asked.length, `${one.address}:\n${asked.join('\n')}`).toBeLessThanOrEqual(MOST);
    await context.close();
  }
}

/** Counted by order, not by time: a page requests what it can do without after what it is for. */
const fewFirstRequests = (): void => {
  test('a visitor’s pages need few requests until they can be used', async ({ browser, page, request }) => {
    const { slug } = await firstProduct(request);
    const code = await inviteAs(request, 'North Pier');
    const isPhone = areaOf(page) === '/mobile';
    const pages = [
      { address: '/login', wanted: FORM },
      { address: '/', wanted: PRODUCTS },
      { address: `/product/${slug}`, wanted: PRODUCT },
      ...(isPhone
        ? [{ address: `/?promotion_code=${code}`, wanted: PRODUCTS }]
        : ['/client/main', '/client/purchase-account'].map((address) => ({ address, wanted: PRODUCTS }))),
    ];
    await expectFew(browser, page, pages, (opened) => prefer(opened, ENGLISH));
  });

  test('a buyer’s pages need few requests until they can be used', async ({ browser, page, request }) => {
    const { username, password } = await newBuyer(request);
    const data = { username, password };
    const signIn = await callApi(request, 'POST', '/api/auth/login', { data });
    const { token } = signIn;
    await payTopUp(request, token, '50');
    const { id, slug } = await firstProduct(request);
    await callApi(request, 'POST', '/api/orders', { token, data: { goods_id: id, quantity: 1 } });
    const area = areaOf(page);
    const home = area === '/mobile' ? '/mobile/index' : '/client/main';
    const pages = [
      { address: home, wanted: PRODUCTS },
      { address: `${area}/purchase-account`, wanted: PRODUCTS },
      { address: `/product/${slug}`, wanted: PRODUCT },
      { address: `${area}/purchase-record`, wanted: ORDERS },
      { address: `${area}/amount-recharge`, wanted: ADDRESS },
    ];
    const prepare = (opened: Page) => signInAs(opened, { signIn }, ENGLISH);
    await expectFew(browser, page, pages, prepare);
    // Last, because the top-up page starts with the last top-up's network.
    const recharge = { type: 'ETH', amount: '20' };
    const { order_id: order } = await callApi(request, 'POST', '/api/recharges', { token, data: recharge });
    const pay = area === '/mobile' ? '/mobile/cashRegister' : '/pay';
    await expectFew(browser, page, [{ address: `${pay}?order=${order}`, wanted: PAYMENT }], prepare);
  });
};

fewFirstRequests();

test('the top-up page moves nothing while its networks come, and loads no payback while that is off', async ({
  page,
  request,
}) => {
  const buyer = await newBuyer(request);
  await signInAs(page, { signIn: buyer.session }, ENGLISH);
  const asked: string[] = [];
  page.on('request', (one) => asked.push(one.url()));
  const moved = await watchLayout(page);
  await answerLate(page, '**/api/payment-methods/enabled');
  const isKnown = page.waitForResponse('**/api/payouts/balance/own');
  await page.goto(`${areaOf(page)}/amount-recharge`);
  await expect(page.locator(ADDRESS)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Sandbox wallet' })).toBeVisible();
  await (await isKnown).finished();
  // Time to draw what they bring.
  await page.waitForTimeout(500);
  expect(await moved()).toBeLessThan(0.02);
  expect(asked.filter((url) => /\/assets\/(balance-payout|Modal)-/.test(url))).toEqual([]);
});
