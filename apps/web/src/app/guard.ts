import { PHONE_WIDTH_PX } from '../lib/browser/current-area.ts';

export type GuardSession = {
  readonly token: string | null;
  readonly isAdmin: boolean;
  /** Paths of the admin pages that the user may open. */
  readonly menus: readonly string[];
};

type Destination = { readonly pathname: string; readonly search: string; readonly hash?: string };

type GuardVerdict = {
  /** To be stored, whatever page it arrived on. */
  readonly promotionCode?: string;
  /** The address names a promotion code with something round it, which is to be read. */
  readonly hasPastedCode?: true;
  /** The stored user and permissions are to be cleared. */
  readonly isUserForgotten?: true;
  /** Redirect target; absent if the page opens. */
  readonly redirect?: string;
};

/** Tells people who are not admins that a page is for admins only, and keeps them signed in. */
const NO_ACCESS = '/no-access';

const OPEN_TO_VISITORS = new Set([
  '/login',
  '/ban-page',
  '/h5pay',
  '/client/main',
  '/client/purchase-account',
  '/client/cart',
  '/mobile/cart',
  '/report',
  '/restock',
  '/sandbox',
]);

const EXACT_CODE = /[?&]promotion_code=([A-Z0-9]{8})(?=&|$)/;
/** Also within another address, encoded several times. */
const PASTED_CODE = /promotion(?:_|%(?:25)*5f)code(?:=|%)/i;

/**
 * Decides one navigation. `width` is the screen's, in CSS pixels; `isMissing`: no page has this address. Pure: the
 * caller applies the verdict.
 */
export function guard(
  to: Destination,
  session: GuardSession,
  width: number,
  isMissing = false,
): GuardVerdict {
  const code = EXACT_CODE.exec(to.search)?.[1];
  const found: GuardVerdict =
    code !== undefined ? { promotionCode: code } : PASTED_CODE.test(to.search) ? { hasPastedCode: true } : {};
  const path = comparable(to.pathname);
  const wanted = to.pathname + to.search + (to.hash ?? '');

  if (path === '/login') return { ...found, isUserForgotten: true };

  // The specification guards any path that contains `admin`, not just the pages under /admin.
  if (path.includes('admin')) {
    const redirect = adminRedirect(path, wanted, session, isMissing);
    return redirect === undefined ? found : { ...found, redirect };
  }

  const steered = orderRecord(to.pathname, width) ?? steer(to, width);
  const target = steered?.replace(/[?#].*/, '') ?? path;
  // Nobody has to sign in to be told that there is no such page.
  const isOpen = isOpenToVisitors(target) || (isMissing && steered === undefined);
  if (!session.token && !isOpen) {
    return { ...found, redirect: `/login?redirect=${escapeInQuery(steered ?? wanted)}` };
  }
  return steered === undefined ? found : { ...found, redirect: steered };
}

function adminRedirect(
  path: string,
  wanted: string,
  { token, isAdmin, menus }: GuardSession,
  isMissing: boolean,
): string | undefined {
  if (!token) return `/login?redirect=${escapeInQuery(wanted)}`;
  if (!isAdmin) return `${NO_ACCESS}?page=${escapeInQuery(wanted)}`;
  if (path === '/admin') return menus[0] ?? '/login';
  if (isMissing && isWithin(path, '/admin')) return undefined;
  return menus.some((menu) => comparable(menu) === path) ? undefined : '/login';
}

/** `/order/…`, as e-mails link it, redirects to the order in the purchase record of this screen size. */
function orderRecord(pathname: string, width: number): string | undefined {
  const orderNo = /^\/order\/(\w+)\/*$/i.exec(pathname)?.[1];
  const area = width <= PHONE_WIDTH_PX ? '/mobile' : '/client';
  return orderNo && `${area}/purchase-record?order=${orderNo}`;
}

/**
 * The pages of either area, and where the other has the same one. What such an address asks for comes along, but what a
 * home page is asked for stays behind: it is a code, which has been stored.
 */
const SAME_PAGES: readonly (readonly [client: string, mobile: string])[] = [
  ['amount-recharge', 'amount-recharge'],
  ['amount-recharge', 'cashRegister'],
  ...[
    'purchase-account',
    'cart',
    'purchase-record',
    'customer-service',
    'personal-information',
    'notices',
    'agent',
    'supplier',
  ].map((name) => [name, name] as const),
];

/**
 * The same page in the area of this screen size. Payment pages, documents and the ban page are never redirected, and
 * neither is the phone's payment page.
 */
function steer({ pathname, search, hash = '' }: Destination, width: number): string | undefined {
  const isPhone = width <= PHONE_WIDTH_PX;
  const path = comparable(pathname);
  const home = isPhone ? '/mobile/index' : '/client/main';
  if (path === '/mobile/h5pay') return undefined;
  if (path === '/' || path === '/client') return home;
  const [area, other] = isPhone ? ['/mobile', '/client'] : ['/client', '/mobile'];
  if (!isWithin(path, other)) return undefined;
  const pairs = isPhone ? SAME_PAGES : SAME_PAGES.map(([client, mobile]) => [mobile, client] as const);
  const same = pairs.find(([name]) => path === `${other}/${name.toLowerCase()}`);
  return same === undefined ? home : `${area}/${same[1]}${search}${hash}`;
}

const isOpenToVisitors = (path: string): boolean =>
  OPEN_TO_VISITORS.has(path) ||
  ['/docs', '/product', '/family', '/category'].some((folder) => isWithin(path, folder));

const isWithin = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);

/** The router ignores letter case and trailing slashes, so the guard must too. */
const comparable = (pathname: string): string => pathname.toLowerCase().replace(/\/+$/, '') || '/';

/** Slashes stay readable: ?redirect=/mobile/index. */
const escapeInQuery = (path: string): string => encodeURIComponent(path).replaceAll('%2F', '/');
