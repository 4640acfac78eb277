import { expect, test } from 'vitest';
import { guard, type GuardSession } from './guard.ts';

const DESKTOP = 1440;
const PHONE = 390;

const visitor: GuardSession = { token: null, isAdmin: false, menus: [] };
const buyer: GuardSession = { token: 't', isAdmin: false, menus: [] };
const admin: GuardSession = { token: 't', isAdmin: true, menus: ['/admin/dataBoard', '/admin/order'] };
const bareAdmin: GuardSession = { token: 't', isAdmin: true, menus: [] };
/** Menus without the admin flag: a stored state that someone has edited. */
const pretender: GuardSession = { token: 't', isAdmin: false, menus: ['/admin/order'] };

const opens = undefined;

test.each([
  // `/` and `/client` are steered by width, then the token rule
  [visitor, DESKTOP, '/', '/client/main'],
  [visitor, PHONE, '/', '/login?redirect=/mobile/index'],
  [buyer, DESKTOP, '/', '/client/main'],
  [buyer, PHONE, '/', '/mobile/index'],
  [visitor, DESKTOP, '/client', '/client/main'],
  [visitor, PHONE, '/client/', '/login?redirect=/mobile/index'],
  [buyer, DESKTOP, '/client', '/client/main'],
  // the threshold itself is a phone
  [buyer, 768, '/', '/mobile/index'],
  [buyer, 769, '/', '/client/main'],

  // what visitors may see
  [visitor, DESKTOP, '/client/main', opens],
  [visitor, DESKTOP, '/client/purchase-account', opens],
  [visitor, DESKTOP, '/client/purchase-account/', opens],
  [visitor, DESKTOP, '/ban-page', opens],
  [visitor, PHONE, '/ban-page', opens],
  [visitor, DESKTOP, '/h5Pay', opens],
  [visitor, PHONE, '/h5Pay', opens],
  [visitor, PHONE, '/docs/terms', opens],
  [visitor, DESKTOP, '/report', opens],

  // and what not
  [visitor, DESKTOP, '/client/purchase-record', '/login?redirect=/client/purchase-record'],
  [visitor, DESKTOP, '/client/amount-recharge', '/login?redirect=/client/amount-recharge'],
  [visitor, DESKTOP, '/pay', '/login?redirect=/pay'],
  [visitor, PHONE, '/mobile/h5Pay', '/login?redirect=/mobile/h5Pay'],
  [visitor, PHONE, '/mobile/amount-recharge', '/login?redirect=/mobile/amount-recharge'],
  [visitor, DESKTOP, '/nowhere', '/login?redirect=/nowhere'],
  [visitor, DESKTOP, '/documents', '/login?redirect=/documents'],
  // the query comes along, and cannot break out of the parameter
  [visitor, DESKTOP, '/pay?order=1&x=2', '/login?redirect=/pay%3Forder%3D1%26x%3D2'],

  // steering comes before the token rule
  [visitor, PHONE, '/client/main', '/login?redirect=/mobile/index'],
  [visitor, DESKTOP, '/mobile/purchase-record', '/client/main'],
  [buyer, PHONE, '/client/purchase-record', '/mobile/index'],
  [buyer, PHONE, '/Client/Main', '/mobile/index'],
  [buyer, DESKTOP, '/mobile/index', '/client/main'],
  [buyer, DESKTOP, '/mobile/cashRegister', '/client/main'],
  [buyer, PHONE, '/mobile/cashRegister', opens],
  [buyer, DESKTOP, '/client/amount-recharge', opens],

  // what was asked of the product list comes along
  [visitor, PHONE, '/client/purchase-account', '/login?redirect=/mobile/index'],
  [
    visitor,
    PHONE,
    '/client/purchase-account?category=3',
    '/login?redirect=/mobile/purchase-account%3Fcategory%3D3',
  ],
  [buyer, PHONE, '/client/purchase-account?q=mail&sort=price', '/mobile/purchase-account?q=mail&sort=price'],
  [visitor, DESKTOP, '/mobile/purchase-account/?category=3', '/client/purchase-account?category=3'],
  [buyer, DESKTOP, '/mobile/purchase-account?goods=7', '/client/purchase-account?goods=7'],
  [buyer, PHONE, '/client/purchase-account?utm=mail', '/mobile/index'],
  [visitor, PHONE, '/client/main?category=3', '/login?redirect=/mobile/index'],
  [
    visitor,
    PHONE,
    '/mobile/purchase-account?q=a%26b',
    '/login?redirect=/mobile/purchase-account%3Fq%3Da%2526b',
  ],

  // an order that a mail names, in the purchase record of this screen
  [buyer, PHONE, '/order/261122063044958FH17R54E', '/mobile/purchase-record?order=261122063044958FH17R54E'],
  [buyer, DESKTOP, '/order/261122063044958FH17R54E', '/client/purchase-record?order=261122063044958FH17R54E'],
  [visitor, PHONE, '/order/26A', '/login?redirect=/mobile/purchase-record%3Forder%3D26A'],
  [visitor, DESKTOP, '/order/26A/', '/login?redirect=/client/purchase-record%3Forder%3D26A'],
  // nobody else's address: a page that there is not
  [buyer, PHONE, '/order', opens],
  [buyer, PHONE, '/order/26%26x=1', opens],
  [buyer, PHONE, '/order/26A/x', opens],

  // never steered
  [buyer, PHONE, '/pay', opens],
  [buyer, DESKTOP, '/mobile/h5Pay', opens],
  [buyer, PHONE, '/h5Pay', opens],
  [buyer, PHONE, '/docs/privacy', opens],
  [buyer, PHONE, '/nowhere', opens],

  // admin pages: flag and menu
  [visitor, DESKTOP, '/admin/order', '/login?redirect=/admin/order'],
  [buyer, DESKTOP, '/admin', '/no-access?page=/admin'],
  [buyer, DESKTOP, '/admin/order?q=1', '/no-access?page=/admin/order%3Fq%3D1'],
  [pretender, DESKTOP, '/admin/order', '/no-access?page=/admin/order'],
  [admin, DESKTOP, '/admin/order', opens],
  [admin, PHONE, '/admin/order', opens],
  [admin, DESKTOP, '/admin/ORDER/', opens],
  [admin, DESKTOP, '/admin/goods', '/login'],
  [admin, DESKTOP, '/admin', '/admin/dataBoard'],
  [bareAdmin, DESKTOP, '/admin', '/login'],
  [{ ...admin, token: null }, DESKTOP, '/admin/order', '/login?redirect=/admin/order'],

  // any path that contains the word
  [visitor, DESKTOP, '/client/admin', '/login?redirect=/client/admin'],
  [visitor, PHONE, '/mobile/administration', '/login?redirect=/mobile/administration'],
  [buyer, PHONE, '/mobile/administration', '/no-access?page=/mobile/administration'],
  [buyer, DESKTOP, '/Docs/Admin-Guide', '/no-access?page=/Docs/Admin-Guide'],
  [admin, DESKTOP, '/client/main/admin', '/login'],
  [buyer, DESKTOP, '/client/main?from=admin', opens],
])('%o, %i px, %s → %s', (session, width, address, redirect) => {
  const { pathname, search } = new URL(address, 'http://shop.invalid');
  expect(guard({ pathname, search }, session, width)).toEqual(redirect === undefined ? {} : { redirect });
});

test.each([
  // Nobody signs in to be told that there is no such page.
  [visitor, DESKTOP, '/nowhere', opens],
  [visitor, PHONE, '/nowhere', opens],
  [visitor, PHONE, '/mobile/nowhere', opens],
  [visitor, DESKTOP, '/client/nowhere', opens],
  // Steering and the rule of `admin` come first.
  [visitor, PHONE, '/client/nowhere', '/login?redirect=/mobile/index'],
  [visitor, DESKTOP, '/mobile/nowhere', '/client/main'],
  [visitor, DESKTOP, '/admin/nowhere', '/login?redirect=/admin/nowhere'],
  [buyer, DESKTOP, '/admin/nowhere', '/no-access?page=/admin/nowhere'],
  [admin, DESKTOP, '/admin/nowhere', opens],
  [admin, PHONE, '/Admin/nowhere/', opens],
  [bareAdmin, DESKTOP, '/admin/nowhere', opens],
  [admin, DESKTOP, '/admin', '/admin/dataBoard'],
  [bareAdmin, DESKTOP, '/admin/', '/login'],
  [admin, DESKTOP, '/client/main/admin', '/login'],
])('%o, %i px, no page %s → %s', (session, width, address, redirect) => {
  const { pathname, search } = new URL(address, 'http://shop.invalid');
  expect(guard({ pathname, search }, session, width, true).redirect).toBe(redirect);
});

test('/login clears the stored user, whoever that is', () => {
  const search = '?mode=register';
  expect(guard({ pathname: '/login', search }, admin, PHONE)).toEqual({ isUserForgotten: true });
  expect(guard({ pathname: '/Login/', search: '' }, visitor, DESKTOP)).toEqual({ isUserForgotten: true });
});

test('the promotion code is kept on every way out', () => {
  const search = '?promotion_code=HARBOUR1';
  const promotionCode = 'HARBOUR1';
  expect(guard({ pathname: '/', search }, visitor, PHONE)).toMatchObject({ promotionCode });
  expect(guard({ pathname: '/login', search }, visitor, PHONE)).toMatchObject({ promotionCode });
  expect(guard({ pathname: '/admin', search }, buyer, PHONE)).toMatchObject({ promotionCode });
  expect(guard({ pathname: '/client/main', search }, buyer, DESKTOP)).toEqual({ promotionCode });
  expect(guard({ pathname: '/client/main', search: '?promotion_code=%20' }, buyer, DESKTOP)).toEqual({
    hasPastedCode: true,
  });
});

test.each([
  '?promotion_code=HARBOUR',
  '?promotion_code=HARBOUR12',
  '?promotion_code=qu4yp2er.',
  '?utm_source=x&Promotion_Code=%E2%80%8BQU4Y-P2ER%20',
  '?redirect=%2Fmobile%2Findex%3Fpromotion_code%3DHARBOUR1',
  '?redirect=%252Fx%253Fpromotion%255Fcode%253DHARBOUR1',
])('the promotion code of %s is left to its reader', (search) =>
  expect(guard({ pathname: '/client/main', search }, buyer, DESKTOP)).toEqual({ hasPastedCode: true }),
);
