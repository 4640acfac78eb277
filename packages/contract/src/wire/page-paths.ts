/** The path of product pages, followed by the product's `slug`. */
export const GOODS_FOLDER = '/product';

/** The path of category pages, followed by the category's `slug`. */
export const CATEGORY_FOLDER = '/category';

/** The path of families' pages, followed by the family's `slug`. */
export const FAMILY_FOLDER = '/family';

/** Pages that belong to the list of products. */
export const GOODS_FOLDERS: readonly string[] = [GOODS_FOLDER, CATEGORY_FOLDER, FAMILY_FOLDER];

/**
 * Whether a path is the link to an order that e-mails have. The page sends its reader on to their purchase record, so it
 * is there for every number: only the call that reads the order says whether the caller has such a one.
 */
export const isOrderLink = (path: string): boolean => /^\/order\/\w+\/*$/i.test(path);

/** What to try; exists in the sandbox only. */
export const SANDBOX_PAGE = '/sandbox';

/** Placeholder in prerendered pages for the sandbox's bar. */
export const SANDBOX_BAR_PLACE = '<!--bar-->';

/** The path of that bar's HTML in the built pages. */
export const sandboxBarOf = (language: string): string => `pages/${language}/sandbox-bar.html`;

/** Not an address: the name of the sign-in page's HTML for visitors who come for the shop (`isShopWindow`). */
export const WINDOW_PAGE = '/login/shop';

/** The phone's front page and its list of products, unless a product is already chosen for an order. */
const SHOP = /^\/mobile(?:\/index|\/purchase-account|$)(?!.*\bgoods=)/i;

/**
 * Whether the sign-in page with this query shows the shop on a phone: no form was requested, and the page behind it
 * lists products.
 */
export const isShopWindow = (query: URLSearchParams): boolean =>
  !query.has('mode') && SHOP.test(query.get('redirect') ?? '');

/**
 * Every page's address, as the web's router has them (its test compares both), redirects such as `/client` included;
 * the server answers any other with 404. A segment that begins with a colon matches anything.
 */
export const PAGE_PATHS: readonly string[] = [
  '/',
  '/login',
  '/ban-page',
  '/no-access',
  '/report',
  '/restock',
  SANDBOX_PAGE,
  `${GOODS_FOLDER}/:product`,
  `${CATEGORY_FOLDER}/:category`,
  `${FAMILY_FOLDER}/:family`,
  '/pay',
  '/h5Pay',
  ...under('/docs', [
    'how-to-buy',
    'top-up',
    'refunds',
    'support',
    'terms',
    'privacy',
    'api',
    'api/reference',
  ]),
  ...under('/client', [
    'main',
    'purchase-account',
    'cart',
    'notices',
    'purchase-record',
    'amount-recharge',
    'personal-information',
    'agent',
    'supplier',
    'customer-service',
  ]),
  ...under('/mobile', [
    'index',
    'purchase-account',
    'cart',
    'notices',
    'purchase-record',
    'amount-recharge',
    'personal-information',
    'agent',
    'supplier',
    'customer-service',
    'cashRegister',
    'h5Pay',
  ]),
  ...under('/admin', [
    'dataBoard',
    'order',
    'sales',
    'user',
    'role',
    'recharge',
    'support',
    'goods',
    'prices',
    'agent',
    'config',
    'audit',
  ]),
];

function under(area: string, pages: readonly string[]): string[] {
  return [area, ...pages.map((page) => `${area}/${page}`)];
}

/** The title of a page from its headline: a headline is a sentence, a title is not. */
export const titleOf = (headline: string): string => headline.replace(/[.。]\s*$/, '');
