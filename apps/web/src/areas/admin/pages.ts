import type { TextKey } from '../../locales/text-key.ts';
import {
  IconAnchor,
  IconBox,
  IconChartHistogram,
  IconHistory,
  IconHeadset,
  IconLayoutDashboard,
  IconReceipt,
  IconSettings,
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
