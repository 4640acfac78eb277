import type { Action, Menu } from '@portside/contract';

type Noun = Action extends `${infer N}.${string}` ? N : never;

/** The pages in menu order, with the actions taken on each. The compiler checks both lists against the contract. */
const pages = {
  '/admin/dataBoard': ['statistics.read'],
  '/admin/order': [
    'order.read',
    'order.deliver',
    'order.refund',
    'order.export',
    'claim.read',
    'claim.settle',
  ],
  '/admin/recharge': ['recharge.read', 'recharge.export', 'deposit.read', 'deposit.assign', 'deposit.rescan'],
  '/admin/goods': [
    'goods.write',
    'stock.read',
    'stock.import',
    'stock.export',
    'stock.withdraw',
    'stock.reveal',
    'report.read',
    'report.settle',
  ],
  '/admin/user': [
    'user.read',
    'user.write',
    'user.status',
    'user.sessions',
    'user.twoFactor',
    'user.export',
    'user.import',
    'balance.adjust',
    'role.grant',
  ],
  '/admin/support': ['support.read', 'support.answer'],
  '/admin/sales': ['sales.read'],
  '/admin/agent': ['agent.read', 'agent.write', 'agent.payout'],
  '/admin/role': ['role.read', 'role.write'],
  '/admin/config': [
    'settings.read',
    'settings.write',
    'paymentMethod.read',
    'paymentMethod.write',
    'wallet.read',
    'wallet.write',
    'announcement.write',
    'document.write',
    'mail.test',
    'telegram.test',
  ],
  '/admin/audit': ['audit.read'],
} satisfies Record<Menu, readonly Action[]>;

const actions = {
  'statistics.read': true,
  'sales.read': true,
  'order.read': true,
  'order.deliver': true,
  'order.refund': true,
  'order.export': true,
  'claim.read': true,
  'claim.settle': true,
  'recharge.read': true,
  'recharge.export': true,
  'deposit.read': true,
  'deposit.assign': true,
  'deposit.rescan': true,
  'goods.write': true,
  'stock.read': true,
  'stock.import': true,
  'stock.export': true,
  'stock.withdraw': true,
  'stock.reveal': true,
  'report.read': true,
  'report.settle': true,
  'user.read': true,
  'user.write': true,
  'user.status': true,
  'user.sessions': true,
  'user.twoFactor': true,
  'user.export': true,
  'user.import': true,
  'balance.adjust': true,
  'support.read': true,
  'support.answer': true,
  'agent.read': true,
  'agent.write': true,
  'agent.payout': true,
  'role.read': true,
  'role.write': true,
  'role.grant': true,
  'settings.read': true,
  'settings.write': true,
  'paymentMethod.read': true,
  'paymentMethod.write': true,
  'wallet.read': true,
  'wallet.write': true,
  'announcement.write': true,
  'document.write': true,
  'mail.test': true,
  'telegram.test': true,
  'audit.read': true,
} satisfies Record<Action, true>;

export const MENUS = Object.keys(pages) as Menu[];

/** Permissions without effect: a page without actions, or actions whose page is closed. */
type Gap = { readonly menu: Menu; readonly unreachable: readonly Action[] };

export const gapsOf = (menus: readonly string[], actions: readonly string[]): Gap[] =>
  MENUS.flatMap((menu) => {
    const held = (pages[menu] as readonly Action[]).filter((action) => actions.includes(action));
    return menus.includes(menu) === held.length > 0 ? [] : [{ menu, unreachable: held }];
  });

/** Actions grouped by their noun, in the order above. */
export const ACTION_GROUPS: readonly { readonly noun: Noun; readonly actions: readonly Action[] }[] =
  Object.entries(Object.groupBy(Object.keys(actions) as Action[], (action) => action.split('.')[0]!)).map(
    ([noun, grouped]) => ({ noun: noun as Noun, actions: grouped ?? [] }),
  );
