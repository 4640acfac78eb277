import type { Action, Menu } from '@portside/contract';

type Noun = Action extends `${infer N}.${string}` ? N : never;

/** The pages, in the order of the menu. The compiler holds both lists against the contract's. */
const menus = {
  '/admin/dataBoard': true,
  '/admin/order': true,
  '/admin/recharge': true,
  '/admin/goods': true,
  '/admin/user': true,
  '/admin/support': true,
  '/admin/sales': true,
  '/admin/agent': true,
  '/admin/role': true,
  '/admin/config': true,
  '/admin/audit': true,
} satisfies Record<Menu, true>;

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

export const MENUS = Object.keys(menus) as Menu[];

/** Actions by the noun they are about, in the order above. */
export const ACTION_GROUPS: readonly { readonly noun: Noun; readonly actions: readonly Action[] }[] =
  Object.entries(Object.groupBy(Object.keys(actions) as Action[], (action) => action.split('.')[0]!)).map(
    ([noun, grouped]) => ({ noun: noun as Noun, actions: grouped ?? [] }),
  );
