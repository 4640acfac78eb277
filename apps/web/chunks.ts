/** What at least two pages of the shop show; with each module come those that it imports. */
const SHARED = [
  'app/(site|theme/)',
  'areas/((client|mobile)/layout|layout-slots)',
  'features/goods/(goods-facts|goods-picture|stock-badge)',
  'features/orders/placing/use-goods',
  'features/recharges/(notices|payment-text|history/use-recharges|payment/pay-details)',
  'lib/(browser/(current-area|use-countdown)|format/(field-rules|numbers|times)|networks)',
  'ui/(buttons/(copy|throttled)-button|data/(money|qr-tile|status-badge)|fields/choice-row)',
  'ui/(prices/use-own-prices|layout/(panel|when-near)|messages/(block-boundary|callout|empty-state|toasts)|pictures/harbour)',
  'wire/page-paths',
];
const SHARED_KIT = '@mantine/core/esm/components/(Anchor|NativeSelect|Skeleton|TextInput)/';

/** By priority: a module is in the first chunk that takes it, with what it imports. */
const GROUPS: readonly (readonly [name: string, test: RegExp, minShareCount?: number])[] = [
  ['vendor', /\/node_modules\/(react|react-dom|scheduler|zustand|@tanstack)\//],
  ['app', new RegExp(`/src/(${SHARED.join('|')})|${SHARED_KIT}|virtual:theme`)],
  // Needed where something is typed or pasted, which the first page of most visitors has no field for.
  ['amounts', /\/contract\/src\/wire\/(plain-text|decimals)\.|\/lib\/format\/typed-numbers\./],
  ['pasted', /\/contract\/src\/wire\/(pasted|promotion-code)\.|\/lib\/format\/days\./],
  // In the list and in one's own orders, which have little else in common.
  ['search', /\/ui\/fields\/search-field/],
  // Each would be a request of its own.
  ['icons', /\/@tabler\/icons-react\//, 2],
  ['login', /\/areas\/login\.tsx|\/sign-in\/form-frame/],
  ['sign-in', /\/@mantine\/form\/|\/password-field|\/sign-in\/login-form/],
  ['catalogue', /\/features\/goods\/(goods-list|goods-filter-bar)|\/areas\/shop-window/],
  ['home', /\/areas\/(client\/main|mobile\/index)\.tsx/],
  ['orders', /\/areas\/purchase-record\.tsx/],
  ['product', /\/areas\/product\.tsx/],
  ['top-up', /\/areas\/amount-recharge\.tsx/],
  ['pay', /\/areas\/pay-pages\.tsx|\/payment\/payment-(status|progress)/],
];

/**
 * Chunks that the shop's pages load first: two for all of them, and one for each page. Without them a page would be
 * thirty files. Every other module is where the bundler puts it. docs/web.md has the figures.
 */
export const CHUNKS = GROUPS.map(([name, test, minShareCount = 1], place) => ({
  name,
  test,
  minShareCount,
  priority: GROUPS.length - place,
}));
