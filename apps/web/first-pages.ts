import { WINDOW_PAGE } from '@portside/contract/wire/page-paths';

/**
 * A page that people open directly. The build writes its HTML in each language, with links to every file of its first
 * load (prerender-first-pages.ts); `scripts/size.test.ts` holds the budget of them all.
 */
export type FirstPage = {
  readonly path: string;
  /** Its modules below src, and its texts: `home` is that file of each language. */
  readonly parts: readonly string[];
  /** Further ones on wide or narrow screens only. */
  readonly wide?: readonly string[];
  readonly narrow?: readonly string[];
  /** What the HTML shows before any script has loaded, by reader: the first that fits. */
  readonly drawings?: readonly Drawing[];
  /** What the server names the HTML by, if that is not the address. */
  readonly file?: string;
};

/**
 * A prerendered page, and which readers see it. Nothing else about the reader is known at build time, so it must look
 * the same for all of them.
 */
export type Drawing = {
  readonly isSignedIn?: boolean;
  readonly isPhone?: boolean;
  /** The address that is drawn, if it is not the page's own. */
  readonly at?: string;
};

const FORM = ['areas/login.tsx', 'features/sessions/sign-in/login-form.tsx'];
/** On a phone, visitors of the shop's front page see its products above the form. */
const WINDOW = ['areas/login.tsx', 'areas/shop-window.tsx', 'browse'];
const WINDOW_DRAWING: Drawing = { isPhone: true, at: '/login?redirect=/mobile/index' };
const HOME = ['areas/client/layout.tsx', 'areas/client/main.tsx', 'home'];
const PAYING = ['areas/pay-pages.tsx', 'pay', 'recharges'];

const LAYOUTS = { wide: ['areas/client/layout.tsx'], narrow: ['areas/mobile/layout.tsx'] };
const PHONE_LAYOUT = LAYOUTS.narrow;
const VISITOR: Drawing = { isSignedIn: false, isPhone: false };
const BUYER: Drawing = { isSignedIn: true, isPhone: false };
const PHONE: Drawing = { isSignedIn: true, isPhone: true };

export const FIRST_PAGES: readonly FirstPage[] = [
  {
    path: '/',
    file: '/index',
    parts: [],
    wide: HOME,
    narrow: WINDOW,
    drawings: [
      { ...WINDOW_DRAWING, isSignedIn: false },
      { ...VISITOR, at: '/client/main' },
      { ...BUYER, at: '/client/main' },
    ],
  },
  { path: '/login', parts: FORM, drawings: [{}] },
  {
    path: WINDOW_PAGE,
    parts: [],
    wide: FORM,
    narrow: WINDOW,
    drawings: [WINDOW_DRAWING, { isPhone: false, at: '/login' }],
  },
  { path: '/client/main', parts: HOME, drawings: [VISITOR, BUYER] },
  ...inBothAreas('purchase-account', ['browse'], { client: [VISITOR], mobile: [PHONE] }),
  ...inBothAreas('purchase-record', ['orders'], { mobile: [PHONE] }),
  ...inBothAreas('amount-recharge', ['recharges', 'address'], { mobile: [PHONE] }),
  { path: '/mobile/index', parts: [...PHONE_LAYOUT, 'areas/mobile/index.tsx', 'home'], drawings: [PHONE] },
  { path: '/mobile/cashRegister', parts: [...PHONE_LAYOUT, ...PAYING] },
  // Every product's: the server puts into its HTML what it is about.
  {
    path: '/product',
    parts: ['areas/product.tsx', 'product'],
    ...LAYOUTS,
    drawings: [{ isPhone: true, at: '/product/0' }],
  },
  // So is every category's.
  {
    path: '/category',
    parts: ['areas/category.tsx', 'browse', 'product'],
    ...LAYOUTS,
    drawings: [{ isPhone: true, at: '/category/0' }],
  },
  { path: '/pay', parts: PAYING },
  { path: '/h5Pay', parts: PAYING },
];

type AreaDrawings = { readonly client?: readonly Drawing[]; readonly mobile?: readonly Drawing[] };

function inBothAreas(name: string, texts: readonly string[], drawings: AreaDrawings): FirstPage[] {
  return (['client', 'mobile'] as const).map((area) => ({
    path: `/${area}/${name}`,
    parts: [`areas/${area}/layout.tsx`, `areas/${name}.tsx`, ...texts],
    ...(drawings[area] && { drawings: drawings[area] }),
  }));
}

/** The path of a page's HTML in the folder of its language. */
export const htmlFileOf = ({ path, file = path }: FirstPage): string => `${file}.html`;
