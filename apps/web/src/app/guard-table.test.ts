import { expect, test } from 'vitest';
import { guard, type GuardSession } from './guard.ts';
import { SITE_MAP } from './site-map.tsx';

/** Every URL of the site, for every kind of user, on both sides of the width threshold. */

const visitor: GuardSession = { token: null, isAdmin: false, menus: [] };
const buyer: GuardSession = { token: 't', isAdmin: false, menus: [] };
/** May open all admin pages but two. */
const admin: GuardSession = {
  token: 't',
  isAdmin: true,
  menus: ['dataBoard', 'user', 'config', 'recharge', 'order', 'goods', 'role', 'sales', 'agent'].map(
    (page) => `/admin/${page}`,
  ),
};

const opens = null;
/** To the page that says that an address is for admins; the buyer stays signed in. */
const told = 'told';
/** To the sign-in page, and back afterwards. */
const first = 'first';
const login = '/login';
const begin = '/login?redirect=/mobile/index';
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
  ['/client/purchase-account',        begin,  opens,   phone,  opens,   phone,  opens],
  ['/client/purchase-record',         begin,  first,   phone,  opens,   phone,  opens],
  ['/client/amount-recharge',         begin,  first,   phone,  opens,   phone,  opens],
  ['/client/customer-service',        begin,  first,   phone,  opens,   phone,  opens],
  ['/client/personal-information',    begin,  first,   phone,  opens,   phone,  opens],
  ['/client/agent',                   begin,  first,   phone,  opens,   phone,  opens],

  ['/mobile',                         first,  shop,    opens,  shop,    opens,  shop],
  ['/mobile/index',                   first,  shop,    opens,  shop,    opens,  shop],
  ['/mobile/purchase-account',        first,  shop,    opens,  shop,    opens,  shop],
  ['/mobile/purchase-record',         first,  shop,    opens,  shop,    opens,  shop],
  ['/mobile/amount-recharge',         first,  shop,    opens,  shop,    opens,  shop],
  ['/mobile/customer-service',        first,  shop,    opens,  shop,    opens,  shop],
  ['/mobile/personal-information',    first,  shop,    opens,  shop,    opens,  shop],
  ['/mobile/agent',                   first,  shop,    opens,  shop,    opens,  shop],
  ['/mobile/cashRegister',            first,  shop,    opens,  shop,    opens,  shop],

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
  ['/product/:product',               opens,  opens,   opens,  opens,   opens,  opens],
  ['/report',                         opens,  opens,   opens,  opens,   opens,  opens],
  ['/sandbox',                        opens,  opens,   opens,  opens,   opens,  opens],

  ['/admin',                          first,  first,   told,   told,    board,  board],
  ['/admin/dataBoard',                first,  first,   told,   told,    opens,  opens],
  ['/admin/user',                     first,  first,   told,   told,    opens,  opens],
  ['/admin/config',                   first,  first,   told,   told,    opens,  opens],
  ['/admin/recharge',                 first,  first,   told,   told,    opens,  opens],
  ['/admin/order',                    first,  first,   told,   told,    opens,  opens],
  ['/admin/goods',                    first,  first,   told,   told,    opens,  opens],
  ['/admin/role',                     first,  first,   told,   told,    opens,  opens],
  ['/admin/sales',                    first,  first,   told,   told,    opens,  opens],
  ['/admin/agent',                    first,  first,   told,   told,    opens,  opens],
  ['/admin/support',                  first,  first,   told,   told,    login,  login],
  ['/admin/audit',                    first,  first,   told,   told,    login,  login],
];

const COLUMNS = [visitor, buyer, admin].flatMap((session) => [768, 769].map((width) => ({ session, width })));

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
