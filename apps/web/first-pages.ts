import type { Language } from '@portside/contract';

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
  readonly layouts?: Readonly<Record<Width, string>>;
  /** Further text modules besides the shop's own. */
  readonly texts?: readonly string[];
  /**
   * Set where the HTML also contains the prerendered page, and for which readers it is shown. Nothing about the
   * reader is known at build time, so the page must look the same for all of them.
   */
  readonly prerenderedFor?: { readonly isSignedIn?: boolean; readonly isPhone?: boolean };
  /** The address at which it is drawn, where `path` is none. */
  readonly drawnAt?: string;
};

const BROWSE = 'browse.ts';
const HOME = 'home.ts';
const ORDERS = 'orders.ts';
const PRODUCT = 'product.ts';
const RECHARGES = 'recharges.ts';
const PAY = 'pay/index.ts';

export const FIRST_PAGES: readonly FirstPage[] = [
  { path: '/login', modules: ['areas/login.tsx'], prerenderedFor: {} },
  {
    path: '/client/main',
    modules: ['areas/client/layout.tsx', 'areas/client/main.tsx'],
    texts: [HOME],
    prerenderedFor: { isSignedIn: false, isPhone: false },
  },
  {
    path: '/client/purchase-account',
    modules: ['areas/client/layout.tsx', 'areas/client/purchase-account.tsx'],
    texts: [BROWSE],
    prerenderedFor: { isSignedIn: false, isPhone: false },
  },
  {
    path: '/client/purchase-record',
    modules: ['areas/client/layout.tsx', 'areas/client/purchase-record.tsx'],
    texts: [ORDERS],
  },
  {
    path: '/client/amount-recharge',
    modules: ['areas/client/layout.tsx', 'areas/client/amount-recharge.tsx'],
    texts: [RECHARGES],
  },
  // Every product's: the server puts into its HTML what it is about.
  {
    path: '/product',
    modules: ['areas/product/product.tsx'],
    layouts: { wide: 'areas/client/layout.tsx', narrow: 'areas/mobile/layout.tsx' },
    texts: [PRODUCT],
    prerenderedFor: { isPhone: true },
    drawnAt: '/product/0',
  },
  {
    path: '/mobile/index',
    modules: ['areas/mobile/layout.tsx', 'areas/mobile/index.tsx'],
    texts: [HOME],
    prerenderedFor: { isSignedIn: true, isPhone: true },
  },
  {
    path: '/mobile/cashRegister',
    modules: ['areas/mobile/layout.tsx', 'areas/mobile/cash-register.tsx'],
    texts: [PAY, RECHARGES],
  },
  { path: '/pay', modules: ['areas/pay/layout.tsx', 'areas/pay/pay.tsx'], texts: [PAY, RECHARGES] },
  { path: '/h5Pay', modules: ['areas/pay/layout.tsx', 'areas/pay/h5-pay.tsx'], texts: [PAY, RECHARGES] },
];

const MOBILE_LAYOUT = 'areas/mobile/layout.tsx';
const ON_PHONES = { isSignedIn: true, isPhone: true };

/**
 * The same screens on phones. They add no chunks to the bundle, which is cut by the pages above, and consist of the
 * same ones but for the layout.
 */
const PHONE_PAGES: readonly FirstPage[] = [
  {
    path: '/mobile/purchase-account',
    modules: [MOBILE_LAYOUT, 'areas/mobile/purchase-account.tsx'],
    texts: [BROWSE],
    prerenderedFor: ON_PHONES,
  },
  {
    path: '/mobile/purchase-record',
    modules: [MOBILE_LAYOUT, 'areas/mobile/purchase-record.tsx'],
    texts: [ORDERS],
    prerenderedFor: ON_PHONES,
  },
  {
    path: '/mobile/amount-recharge',
    modules: [MOBILE_LAYOUT, 'areas/mobile/amount-recharge.tsx'],
    texts: [RECHARGES],
    prerenderedFor: ON_PHONES,
  },
];

/** All pages whose HTML names the files of their first paint. */
export const LINKED_PAGES: readonly FirstPage[] = [...FIRST_PAGES, ...PHONE_PAGES];

/** The modules below src that a page consists of in this language, on screens of any width. */
export const modulesOf = ({ modules, texts = [] }: FirstPage, language: Language): string[] => [
  ...modules,
  ...['index.ts', ...texts].map((file) => `locales/${language}/${file}`),
];

/** All modules of a page below src, without its texts. */
export const everyModuleOf = ({ modules, layouts }: FirstPage): string[] => [
  ...modules,
  ...Object.values(layouts ?? {}),
];
