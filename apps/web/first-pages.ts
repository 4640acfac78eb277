import type { Language } from '@portside/contract';
import { WINDOW_PAGE } from '@portside/contract/wire/page-paths';

/** Which area's frame a screen gets: wider than a phone, or not. */
export type Width = 'wide' | 'narrow';

/**
 * Pages that are opened directly. The HTML of each lists all files of its first paint, so that they load in parallel;
 * `scripts/size.test.ts` holds their size budgets.
 */
export type FirstPage = {
  readonly path: string;
  /** Modules that the router loads for it, below src. */
  readonly modules: readonly string[];
  /** Further ones on screens of this width only. */
  readonly byWidth?: Readonly<Record<Width, OfWidth>>;
  /** Further text modules besides the shop's own. */
  readonly texts?: readonly string[];
  /** What the HTML shows before any script has loaded, by reader: the first that fits. */
  readonly drawings?: readonly Drawing[];
  /** What the server names the HTML by, where it is not the address. */
  readonly file?: string;
};

type OfWidth = { readonly modules: readonly string[]; readonly texts?: readonly string[] };

/**
 * A prerendered page, and which readers see it. Nothing else about the reader is known at build time, so it must look
 * the same for all of them.
 */
export type Drawing = {
  readonly isSignedIn?: boolean;
  readonly isPhone?: boolean;
  /** The address that is drawn, where it is not the page's own. */
  readonly at?: string;
};

const BROWSE = 'browse.ts';
const HOME = 'home.ts';
const ORDERS = 'orders.ts';
const PRODUCT = 'product.ts';
const RECHARGES = 'recharges.ts';
const ADDRESS = 'address.ts';
const PAY = 'pay.ts';
export const LOGIN = 'areas/login.tsx';
export const LOGIN_FORM = 'features/sessions/sign-in/login-form.tsx';

export const FIRST_PAGES: readonly FirstPage[] = [
  { path: '/login', modules: [LOGIN, LOGIN_FORM], drawings: [{}] },
  {
    path: '/client/main',
    modules: ['areas/client/layout.tsx', 'areas/client/main.tsx'],
    texts: [HOME],
    drawings: [
      { isSignedIn: false, isPhone: false },
      { isSignedIn: true, isPhone: false },
    ],
  },
  {
    path: '/client/purchase-account',
    modules: ['areas/client/layout.tsx', 'areas/purchase-account.tsx'],
    texts: [BROWSE],
    drawings: [{ isSignedIn: false, isPhone: false }],
  },
  {
    path: '/client/purchase-record',
    modules: ['areas/client/layout.tsx', 'areas/purchase-record.tsx'],
    texts: [ORDERS],
  },
  {
    path: '/client/amount-recharge',
    modules: ['areas/client/layout.tsx', 'areas/amount-recharge.tsx'],
    texts: [RECHARGES, ADDRESS],
  },
  // Every product's: the server puts into its HTML what it is about.
  {
    path: '/product',
    modules: ['areas/product.tsx'],
    byWidth: {
      wide: { modules: ['areas/client/layout.tsx'] },
      narrow: { modules: ['areas/mobile/layout.tsx'] },
    },
    texts: [PRODUCT],
    drawings: [{ isPhone: true, at: '/product/0' }],
  },
  {
    path: '/mobile/index',
    modules: ['areas/mobile/layout.tsx', 'areas/mobile/index.tsx'],
    texts: [HOME],
    drawings: [{ isSignedIn: true, isPhone: true }],
  },
  {
    path: '/mobile/cashRegister',
    modules: ['areas/mobile/layout.tsx', 'areas/pay-pages.tsx'],
    texts: [PAY, RECHARGES],
  },
  { path: '/pay', modules: ['areas/pay-pages.tsx'], texts: [PAY, RECHARGES] },
  { path: '/h5Pay', modules: ['areas/pay-pages.tsx'], texts: [PAY, RECHARGES] },
];

export const MOBILE_LAYOUT = 'areas/mobile/layout.tsx';
const ON_PHONES = { isSignedIn: true, isPhone: true };

/**
 * The same screens on phones. They add no chunks to the bundle, which is cut by the pages above, and consist of the
 * same ones but for the layout.
 */
export const PHONE_PAGES: readonly FirstPage[] = [
  {
    path: '/mobile/purchase-account',
    modules: [MOBILE_LAYOUT, 'areas/purchase-account.tsx'],
    texts: [BROWSE],
    drawings: [ON_PHONES],
  },
  {
    path: '/mobile/purchase-record',
    modules: [MOBILE_LAYOUT, 'areas/purchase-record.tsx'],
    texts: [ORDERS],
    drawings: [ON_PHONES],
  },
  {
    path: '/mobile/amount-recharge',
    modules: [MOBILE_LAYOUT, 'areas/amount-recharge.tsx'],
    texts: [RECHARGES, ADDRESS],
    drawings: [ON_PHONES],
  },
];

const WINDOW: OfWidth = { modules: [LOGIN, 'areas/shop-window.tsx'], texts: [BROWSE] };
const WINDOW_DRAWING: Drawing = { isPhone: true, at: '/login?redirect=/mobile/index' };

/**
 * The shop's front: on a phone the sign-in page with the shop window, which the address `/` of a promotion link and the
 * sign-in page's own lead to.
 */
const FRONT_PAGES: readonly FirstPage[] = [
  {
    path: '/',
    file: '/index',
    modules: [],
    byWidth: {
      wide: { modules: ['areas/client/layout.tsx', 'areas/client/main.tsx'], texts: [HOME] },
      narrow: WINDOW,
    },
    drawings: [
      { ...WINDOW_DRAWING, isSignedIn: false },
      { isSignedIn: false, isPhone: false, at: '/client/main' },
      { isSignedIn: true, isPhone: false, at: '/client/main' },
    ],
  },
  {
    path: WINDOW_PAGE,
    modules: [LOGIN],
    byWidth: { wide: { modules: [LOGIN_FORM] }, narrow: WINDOW },
    drawings: [WINDOW_DRAWING, { isPhone: false, at: '/login' }],
  },
];

/** All pages whose HTML names the files of their first paint. */
export const LINKED_PAGES: readonly FirstPage[] = [...FIRST_PAGES, ...PHONE_PAGES, ...FRONT_PAGES];

/** The path of a page's HTML in the folder of its language. */
export const htmlFileOf = ({ path, file = path }: FirstPage): string => `${file}.html`;

/**
 * The modules below src that a page consists of in this language: on screens of any width, or what this width adds to
 * them.
 */
export function modulesOf(page: FirstPage, language: Language, width?: Width): string[] {
  const { modules, texts = [] } = width ? page.byWidth![width] : page;
  const files = width ? texts : ['index.ts', ...texts];
  return [...modules, ...files.map((file) => `locales/${language}/${file}`)];
}

/** The widths for which a page has modules of their own. */
export const widthsOf = ({ byWidth }: FirstPage): Width[] => (byWidth ? ['wide', 'narrow'] : []);

/** All modules of a page below src, without its texts. */
export const everyModuleOf = ({ modules, byWidth }: FirstPage): string[] => [
  ...modules,
  ...Object.values(byWidth ?? {}).flatMap((width) => width.modules),
];
