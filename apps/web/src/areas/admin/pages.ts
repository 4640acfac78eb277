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
