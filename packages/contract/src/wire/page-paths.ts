/** The path of product pages, followed by the product's `slug`. */
export const GOODS_FOLDER = '/product';

/** What to try: in the sandbox only, anywhere else there is no such page. */
export const SANDBOX_PAGE = '/sandbox';

/**
 * The addresses of all pages, as the web's router has them (its test compares both): the server answers any other
 * with 404. Redirects such as `/client` are among them. A part that begins with a colon matches anything.
 */
export const PAGE_PATHS: readonly string[] = [
  '/',
  '/login',
  '/ban-page',
  '/no-access',
  '/report',
  SANDBOX_PAGE,
  `${GOODS_FOLDER}/:product`,
  '/pay',
  '/h5Pay',
  ...under('/docs', ['how-to-buy', 'top-up', 'refunds', 'support', 'terms', 'privacy']),
  ...under('/client', [
    'main',
    'purchase-account',
    'purchase-record',
    'amount-recharge',
    'personal-information',
    'agent',
    'customer-service',
  ]),
  ...under('/mobile', [
    'index',
    'purchase-account',
    'purchase-record',
    'amount-recharge',
    'personal-information',
    'agent',
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
    'agent',
    'config',
    'audit',
  ]),
];

function under(area: string, pages: readonly string[]): string[] {
  return [area, ...pages.map((page) => `${area}/${page}`)];
}
