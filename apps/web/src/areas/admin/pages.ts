import type { Place } from '../../features/search/search-button.tsx';
import type { GuardedCall } from '../../lib/api/permissions.ts';
import type { TextKey } from '../../locales/text-key.ts';
import { translator, type useTranslation } from '../../locales/use-translation.ts';
import {
  IconAnchor,
  IconBox,
  IconChartHistogram,
  IconHistory,
  IconHeadset,
  IconLayoutDashboard,
  IconReceipt,
  IconSettings,
  IconTag,
  IconShieldCheck,
  IconUsers,
  IconWallet,
  type Icon,
} from '@tabler/icons-react';

type AdminPage = {
  readonly path: string;
  readonly title: TextKey<'admin'>;
  readonly icon: Icon;
};

/** The pages of the back office, in the order of its menu. */
export const ADMIN_PAGES: readonly AdminPage[] = [
  { path: '/admin/dataBoard', title: 'frame.pages.dataBoard', icon: IconLayoutDashboard },
  { path: '/admin/order', title: 'frame.pages.order', icon: IconReceipt },
  { path: '/admin/recharge', title: 'frame.pages.recharge', icon: IconWallet },
  { path: '/admin/goods', title: 'frame.pages.goods', icon: IconBox },
  { path: '/admin/prices', title: 'frame.pages.prices', icon: IconTag },
  { path: '/admin/user', title: 'frame.pages.user', icon: IconUsers },
  { path: '/admin/support', title: 'frame.pages.support', icon: IconHeadset },
  { path: '/admin/sales', title: 'frame.pages.sales', icon: IconChartHistogram },
  { path: '/admin/agent', title: 'frame.pages.agent', icon: IconAnchor },
  { path: '/admin/role', title: 'frame.pages.role', icon: IconShieldCheck },
  { path: '/admin/config', title: 'frame.pages.config', icon: IconSettings },
  { path: '/admin/audit', title: 'frame.pages.audit', icon: IconHistory },
];

/** The pages that the reader's role opens. */
export const allowedPages = (menus: readonly { readonly path: string }[]): readonly AdminPage[] =>
  ADMIN_PAGES.filter(({ path }) => menus.some((menu) => menu.path === path));

type Part = {
  readonly path: string;
  readonly title: TextKey<'admin'>;
  /** The call without which it is of no use. */
  readonly to?: GuardedCall;
};

/** Parts of pages, and what is done there: found by the search beside the pages. Tabs are shown by the same rule. */
const PARTS: readonly Part[] = [
  { path: '/admin/order?tab=claims', title: 'warrantyClaims.title', to: 'listAllWarrantyClaims' },
  { path: '/admin/recharge?tab=deposits', title: 'deposits.title', to: 'listAllDeposits' },
  { path: '/admin/recharge?tab=named', title: 'deposits.named.title', to: 'listNamedPayments' },
  { path: '/admin/recharge?tab=codes', title: 'redeemBatches.title', to: 'listRedeemBatches' },
  { path: '/admin/recharge?tab=bonuses', title: 'bonuses.title', to: 'listBonuses' },
  { path: '/admin/recharge?tab=sweeping', title: 'sweeping.title', to: 'readSweeping' },
  { path: '/admin/recharge?tab=chains', title: 'chains.title', to: 'listChains' },
  { path: '/admin/goods?tab=categories', title: 'goods.categories.title', to: 'listAllCategories' },
  { path: '/admin/goods?tab=families', title: 'goods.families.title', to: 'listAllFamilies' },
  { path: '/admin/goods?tab=attributes', title: 'goods.attributes.title', to: 'listAllAttributes' },
  { path: '/admin/goods?tab=stock', title: 'stock.title', to: 'listStockBatches' },
  { path: '/admin/goods?tab=stock&open=moves', title: 'stock.move.title', to: 'listStockMoves' },
  { path: '/admin/goods?tab=reorder', title: 'stock.reorder.title', to: 'listReorder' },
  { path: '/admin/goods?tab=suppliers', title: 'stock.suppliers.title', to: 'listSuppliers' },
  { path: '/admin/goods?tab=reports', title: 'reports.title', to: 'listReports' },
  { path: '/admin/prices?tab=lists', title: 'prices.lists.title', to: 'listPriceLists' },
  { path: '/admin/prices?tab=promotions', title: 'prices.promotions.title', to: 'listPriceLists' },
  { path: '/admin/prices?tab=coupons', title: 'prices.coupons.title', to: 'listCoupons' },
  { path: '/admin/sales?tab=profit', title: 'sales.profit.title', to: 'listProfit' },
  { path: '/admin/sales?tab=offers', title: 'sales.offers.title', to: 'listOfferSales' },
  { path: '/admin/sales?tab=customers', title: 'sales.customers.title', to: 'readCustomers' },
  { path: '/admin/sales?tab=suppliers', title: 'sales.suppliers.title', to: 'listSupplierProfit' },
  { path: '/admin/config?tab=brand', title: 'brand.title', to: 'readBrand' },
  { path: '/admin/config?tab=payment', title: 'settings.tab.payment', to: 'listPaymentMethods' },
  { path: '/admin/config?tab=allowed', title: 'settings.tab.allowed', to: 'readSettings' },
  { path: '/admin/config?tab=blocked', title: 'settings.tab.blocked', to: 'listBlockedWallets' },
  { path: '/admin/config?tab=announcements', title: 'announcements.title', to: 'listAnnouncements' },
  { path: '/admin/config?tab=documents', title: 'documents.title', to: 'listDocuments' },
  { path: '/admin/config?tab=checker', title: 'checker.title', to: 'readChecker' },
  { path: '/admin/config?tab=webhooks', title: 'settings.tab.webhooks', to: 'listShopWebhooks' },
  { path: '/admin/config?tab=keys', title: 'apiKeys.title', to: 'listApiKeys' },
  { path: '/admin/config?tab=mail', title: 'settings.tab.mail', to: 'readSettings' },
  { path: '/admin/audit?tab=security', title: 'securityEvents.title', to: 'listSecurityEvents' },
  { path: '/admin/goods?open=new', title: 'goods.add', to: 'createGoods' },
  { path: '/admin/user?open=new', title: 'users.add.title', to: 'addUser' },
  { path: '/admin/user?open=import', title: 'userImports.title', to: 'proposeUserImport' },
];

/** The call without which a tab of a page is of no use. */
export const callOfTab = (page: string, name: string): GuardedCall | undefined =>
  PARTS.find(({ path }) => path === `${page}?tab=${name}`)?.to;

type Menus = Parameters<typeof allowedPages>[0];
type Translate = ReturnType<typeof useTranslation<'admin'>>['t'];

/** Everything that the search finds without asking the server: pages, their parts, and single settings. */
export function listPlaces(t: Translate, menus: Menus, may: (name: GuardedCall) => boolean): Place[] {
  const pages = allowedPages(menus);
  const titleOf = (path: string): string | undefined => {
    const page = pages.find((one) => one.path === addressOf(path));
    return page && t(page.title);
  };
  const parts = PARTS.flatMap(({ path, title, to }) => {
    const page = titleOf(path);
    return page !== undefined && (to === undefined || may(to)) ? [{ path, title: t(title), page }] : [];
  });
  const config = titleOf('/admin/config');
  const names = Object.values(translator.read('admin', 'settings.field') as Record<string, string>);
  const settings =
    config === undefined
      ? []
      : names.map((title, at) => ({ path: `/admin/config?tab=shop&s=${at}`, title, page: config }));
  return [...pages.map(({ path, title }) => ({ path, title: t(title), page: '' })), ...parts, ...settings];
}

type Tab = { readonly path: string };

const addressOf = (path: string): string => path.split('?')[0]!;

/** The tabs with this page, with its current filters: in its old place, or at the end. */
export function openTab(tabs: readonly Tab[], path: string): Tab[] {
  const isOpen = tabs.some((tab) => addressOf(tab.path) === addressOf(path));
  if (!isOpen) return [...tabs, { path }];
  return tabs.map((tab) => (addressOf(tab.path) === addressOf(path) ? { path } : tab));
}

/** A menu entry's link: its open tab as the reader left it, or else the page. */
export const tabPath = (tabs: readonly Tab[], page: string): string =>
  tabs.find((tab) => addressOf(tab.path) === page)?.path ?? page;

/** Only the current tab. */
export const withoutOthers = (tabs: readonly Tab[], current: string): Tab[] =>
  tabs.filter((tab) => addressOf(tab.path) === current);

/** The tab to open when one closes: its neighbour if it was current, else undefined. */
export function tabAfterClosing(tabs: readonly Tab[], closing: string, current: string): string | undefined {
  if (addressOf(closing) !== current) return undefined;
  const at = tabs.findIndex((tab) => tab.path === closing);
  return (tabs[at + 1] ?? tabs[at - 1])?.path;
}
