/** A page that search engines may show, by what it is about. */
export type PublicPage =
  | 'home'
  | 'goods'
  | 'signIn'
  | 'register'
  | 'reset'
  | 'howToBuy'
  | 'topUp'
  | 'refunds'
  | 'support'
  | 'terms'
  | 'privacy'
  | 'report';

/** The one address of each, from the root of the site; the sitemap lists them in this order. */
export const ADDRESSES: Readonly<Record<PublicPage, string>> = {
  // Not the root: this one has its content without scripts too.
  home: '/client/main',
  goods: '/client/purchase-account',
  howToBuy: '/docs/how-to-buy',
  topUp: '/docs/top-up',
  refunds: '/docs/refunds',
  support: '/docs/support',
  terms: '/docs/terms',
  privacy: '/docs/privacy',
  report: '/report',
  signIn: '/login',
  register: '/login?mode=register',
  reset: '/login?mode=reset',
};

/** Addresses that lead to the same pages: redirects, and those of phones. */
const OTHERS: readonly (readonly [path: string, page: PublicPage])[] = [
  ['/', 'home'],
  ['/client', 'home'],
  ['/mobile', 'home'],
  ['/mobile/index', 'home'],
  ['/mobile/purchase-account', 'goods'],
  ['/docs', 'howToBuy'],
];

const MODES: ReadonlyMap<string | null, PublicPage> = new Map([
  ['register', 'register'],
  ['reset', 'reset'],
]);

const pages = new Map<string, PublicPage>([
  ...OTHERS,
  ...(Object.entries(ADDRESSES) as [PublicPage, string][])
    .filter(([, address]) => !address.includes('?'))
    .map(([page, address]) => [address, page] as const),
]);

/** The public page at an address, read as the browser's router reads it; undefined for every other. */
export function publicPageAt(path: string, query: URLSearchParams): PublicPage | undefined {
  const page = pages.get(path.toLowerCase().replace(/\/+$/, '') || '/');
  return page === 'signIn' ? (MODES.get(query.get('mode')) ?? page) : page;
}
