import { PAGE_PATHS } from '@portside/contract/wire/page-paths';
import { describe, expect, test } from 'vitest';
import { guard, type GuardSession } from './guard.ts';
import { SITE_MAP } from './site-map.tsx';

const visitor: GuardSession = { token: null, isAdmin: false, menus: [] };
const buyer: GuardSession = { token: 't', isAdmin: false, menus: [] };

describe('guard', () => {
  const DESKTOP = 1440;
  const PHONE = 390;
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
    [visitor, DESKTOP, '/mobile/purchase-record', '/login?redirect=/client/purchase-record'],
    [buyer, PHONE, '/client/purchase-record', '/mobile/purchase-record'],
    [buyer, PHONE, '/Client/Main', '/mobile/index'],
    [buyer, DESKTOP, '/mobile/index', '/client/main'],
    [buyer, DESKTOP, '/mobile/cashRegister', '/client/amount-recharge'],
    [buyer, PHONE, '/mobile/cashRegister', opens],
    [buyer, DESKTOP, '/client/amount-recharge', opens],

    // the same page, with what it was asked for
    [visitor, PHONE, '/client/purchase-account', '/login?redirect=/mobile/purchase-account'],
    [
      visitor,
      PHONE,
      '/client/purchase-account?category=3',
      '/login?redirect=/mobile/purchase-account%3Fcategory%3D3',
    ],
    [
      buyer,
      PHONE,
      '/client/purchase-account?q=mail&sort=price',
      '/mobile/purchase-account?q=mail&sort=price',
    ],
    [visitor, DESKTOP, '/mobile/purchase-account/?category=3', '/client/purchase-account?category=3'],
    [buyer, DESKTOP, '/mobile/purchase-account?goods=7', '/client/purchase-account?goods=7'],
    [
      buyer,
      PHONE,
      '/client/purchase-record?order=26A&from=2026-11-01',
      '/mobile/purchase-record?order=26A&from=2026-11-01',
    ],
    [buyer, DESKTOP, '/Mobile/Amount-Recharge?order=R1', '/client/amount-recharge?order=R1'],
    [buyer, DESKTOP, '/mobile/cashregister?order=R1', '/client/amount-recharge?order=R1'],
    [
      visitor,
      PHONE,
      '/client/amount-recharge?order=R1',
      '/login?redirect=/mobile/amount-recharge%3Forder%3DR1',
    ],
    [
      buyer,
      PHONE,
      '/client/personal-information?x=1#delivery-format',
      '/mobile/personal-information?x=1#delivery-format',
    ],
    [
      visitor,
      DESKTOP,
      '/client/personal-information#delivery-format',
      '/login?redirect=/client/personal-information%23delivery-format',
    ],
    [buyer, PHONE, '/client/purchase-record/x?order=1', '/mobile/index'],
    [visitor, PHONE, '/client/main?category=3', '/login?redirect=/mobile/index'],
    [
      visitor,
      PHONE,
      '/mobile/purchase-account?q=a%26b',
      '/login?redirect=/mobile/purchase-account%3Fq%3Da%2526b',
    ],

    // an order that a mail names, in the purchase record of this screen
    [buyer, PHONE, '/order/261122063044958FH17R54E', '/mobile/purchase-record?order=261122063044958FH17R54E'],
    [
      buyer,
      DESKTOP,
      '/order/261122063044958FH17R54E',
      '/client/purchase-record?order=261122063044958FH17R54E',
    ],
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
    const { pathname, search, hash } = new URL(address, 'http://shop.invalid');
    expect(guard({ pathname, search, hash }, session, width)).toEqual(
      redirect === undefined ? {} : { redirect },
    );
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
});

describe('the guard by table', () => {
  /** May open all admin pages but two. */
  const admin: GuardSession = {
    token: 't',
    isAdmin: true,
    menus: [
      'dataBoard',
      'user',
      'config',
      'recharge',
      'order',
      'goods',
      'prices',
      'role',
      'sales',
      'agent',
    ].map((page) => `/admin/${page}`),
  };

  const opens = null;
  /** To the page that says that an address is for admins; the buyer stays signed in. */
  const told = 'told';
  /** To the sign-in page, and back afterwards. */
  const first = 'first';
  const login = '/login';
  const begin = '/login?redirect=/mobile/index';
  /** To the same page in the area of this width; visitors sign in first, except for the product list. */
  const same = 'same';
  const signIn = 'sign in, then the same';
  const phone = '/mobile/index';
  const shop = '/client/main';
  const board = '/admin/dataBoard';

  type Verdict = string | null;
  type Row = readonly [address: string, ...verdicts: Verdict[]];

  // oxfmt-ignore
  const TABLE: readonly Row[] = [
  // address                          visitor          buyer            admin
  //                                  768     769      768     769      768     769
  ['/',                               begin,  shop,    phone,  shop,    phone,  shop],
  ['/login',                          opens,  opens,   opens,  opens,   opens,  opens],
  ['/ban-page',                       opens,  opens,   opens,  opens,   opens,  opens],
  ['/no-access',                      first,  first,   opens,  opens,   opens,  opens],

  ['/client',                         begin,  shop,    phone,  shop,    phone,  shop],
  ['/client/main',                    begin,  opens,   phone,  opens,   phone,  opens],
  ['/client/purchase-account',        signIn, opens,   same,   opens,   same,   opens],
  ['/client/cart',                    same,   opens,   same,   opens,   same,   opens],
  ['/client/purchase-record',         signIn, first,   same,   opens,   same,   opens],
  ['/client/amount-recharge',         signIn, first,   same,   opens,   same,   opens],
  ['/client/customer-service',        signIn, first,   same,   opens,   same,   opens],
  ['/client/personal-information',    signIn, first,   same,   opens,   same,   opens],
  ['/client/notices',                 signIn, first,   same,   opens,   same,   opens],
  ['/client/agent',                   signIn, first,   same,   opens,   same,   opens],
  ['/client/supplier',                signIn, first,   same,   opens,   same,   opens],

  ['/mobile',                         first,  shop,    opens,  shop,    opens,  shop],
  ['/mobile/index',                   first,  shop,    opens,  shop,    opens,  shop],
  ['/mobile/purchase-account',        first,  same,    opens,  same,    opens,  same],
  ['/mobile/cart',                    opens,  same,    opens,  same,    opens,  same],
  ['/mobile/purchase-record',         first,  signIn,  opens,  same,    opens,  same],
  ['/mobile/amount-recharge',         first,  signIn,  opens,  same,    opens,  same],
  ['/mobile/customer-service',        first,  signIn,  opens,  same,    opens,  same],
  ['/mobile/personal-information',    first,  signIn,  opens,  same,    opens,  same],
  ['/mobile/notices',                 first,  signIn,  opens,  same,    opens,  same],
  ['/mobile/supplier',                first,  signIn,  opens,  same,    opens,  same],
  ['/mobile/agent',                   first,  signIn,  opens,  same,    opens,  same],
  ['/mobile/cashRegister',            first,  signIn,  opens,  same,    opens,  same],

  ['/pay',                            first,  first,   opens,  opens,   opens,  opens],
  ['/mobile/h5Pay',                   first,  first,   opens,  opens,   opens,  opens],
  ['/h5Pay',                          opens,  opens,   opens,  opens,   opens,  opens],

  ['/docs',                           opens,  opens,   opens,  opens,   opens,  opens],
  ['/docs/how-to-buy',                opens,  opens,   opens,  opens,   opens,  opens],
  ['/docs/top-up',                    opens,  opens,   opens,  opens,   opens,  opens],
  ['/docs/refunds',                   opens,  opens,   opens,  opens,   opens,  opens],
  ['/docs/support',                   opens,  opens,   opens,  opens,   opens,  opens],
  ['/docs/terms',                     opens,  opens,   opens,  opens,   opens,  opens],
  ['/docs/privacy',                   opens,  opens,   opens,  opens,   opens,  opens],
  ['/docs/api',                       opens,  opens,   opens,  opens,   opens,  opens],
  ['/docs/api/reference',             opens,  opens,   opens,  opens,   opens,  opens],
  ['/category/:category',             opens,  opens,   opens,  opens,   opens,  opens],
  ['/family/:family',                 opens,  opens,   opens,  opens,   opens,  opens],
  ['/product/:product',               opens,  opens,   opens,  opens,   opens,  opens],
  ['/report',                         opens,  opens,   opens,  opens,   opens,  opens],
  ['/restock',                        opens,  opens,   opens,  opens,   opens,  opens],
  ['/sandbox',                        opens,  opens,   opens,  opens,   opens,  opens],

  ['/admin',                          first,  first,   told,   told,    board,  board],
  ['/admin/dataBoard',                first,  first,   told,   told,    opens,  opens],
  ['/admin/user',                     first,  first,   told,   told,    opens,  opens],
  ['/admin/config',                   first,  first,   told,   told,    opens,  opens],
  ['/admin/recharge',                 first,  first,   told,   told,    opens,  opens],
  ['/admin/order',                    first,  first,   told,   told,    opens,  opens],
  ['/admin/goods',                    first,  first,   told,   told,    opens,  opens],
  ['/admin/prices',                   first,  first,   told,   told,    opens,  opens],
  ['/admin/role',                     first,  first,   told,   told,    opens,  opens],
  ['/admin/sales',                    first,  first,   told,   told,    opens,  opens],
  ['/admin/agent',                    first,  first,   told,   told,    opens,  opens],
  ['/admin/support',                  first,  first,   told,   told,    login,  login],
  ['/admin/audit',                    first,  first,   told,   told,    login,  login],
];

  const otherAreaOf = (address: string): string =>
    address === '/mobile/cashRegister'
      ? '/client/amount-recharge'
      : address.startsWith('/client')
        ? address.replace('/client', '/mobile')
        : address.replace('/mobile', '/client');

  const COLUMNS = [visitor, buyer, admin].flatMap((session) =>
    [768, 769].map((width) => ({ session, width })),
  );

  for (const [address, ...expected] of TABLE)
    test(address, () => {
      const verdicts = COLUMNS.map(
        ({ session, width }) => guard({ pathname: address, search: '' }, session, width).redirect ?? opens,
      );
      expect(verdicts).toEqual(
        expected.map((verdict) =>
          verdict === first
            ? `/login?redirect=${address}`
            : verdict === told
              ? `/no-access?page=${address}`
              : verdict === same
                ? otherAreaOf(address)
                : verdict === signIn
                  ? `/login?redirect=${otherAreaOf(address)}`
                  : verdict,
        ),
      );
    });

  test('whoever is sent elsewhere is let in there', () => {
    for (const [address] of TABLE)
      for (const { session, width } of COLUMNS) {
        const { redirect } = guard({ pathname: address, search: '' }, session, width);
        const { pathname, search } = new URL(redirect ?? address, 'http://shop.invalid');
        expect(guard({ pathname, search }, session, width).redirect).toBeUndefined();
      }
  });

  test('no page of the site map is missing here', () => {
    const known = new Set(TABLE.map(([address]) => address));
    const addresses = SITE_MAP.flatMap(({ paths }) => paths).filter((path) => !path.includes('*'));
    expect(addresses.length).toBeGreaterThan(30);
    expect(addresses.filter((address) => !known.has(address))).toEqual([]);
  });

  test('the server knows the address of every page, and no other', () => {
    const addresses = SITE_MAP.flatMap(({ paths }) => paths).filter((path) => !path.includes('*'));
    expect(addresses.toSorted()).toEqual(PAGE_PATHS.toSorted());
    expect(new Set(PAGE_PATHS.map((path) => path.toLowerCase())).size).toBe(PAGE_PATHS.length);
  });
});
