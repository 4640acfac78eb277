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
  '/admin/recharge': [
    'recharge.read',
    'recharge.export',
    'deposit.read',
    'deposit.assign',
    'deposit.rescan',
    'redeemCode.read',
    'redeemCode.write',
  ],
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
  '/admin/prices': ['price.read', 'price.write'],
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
    'apiKey.read',
    'apiKey.write',
    'apiKey.operate',
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
  'redeemCode.read': true,
  'redeemCode.write': true,
  'goods.write': true,
  'price.read': true,
  'price.write': true,
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
  'apiKey.read': true,
  'apiKey.write': true,
  'apiKey.operate': true,
} satisfies Record<Action, true>;

export const MENUS = Object.keys(pages) as Menu[];

/** Permissions without effect: a page without actions, or actions whose page is closed. */
type Gap = { readonly menu: Menu; readonly unreachable: readonly Action[] };

export const gapsOf = (menus: readonly string[], actions: readonly string[]): Gap[] =>
  MENUS.flatMap((menu) => {
    const held = (pages[menu] as readonly Action[]).filter((action) => actions.includes(action));
    return menus.includes(menu) === held.length > 0 ? [] : [{ menu, unreachable: held }];
  });

const ALL_ACTIONS = Object.keys(actions) as Action[];
const nounOf = (action: Action): Noun => action.split('.')[0] as Noun;

/** Actions grouped by their noun, in the order above. */
export const ACTION_GROUPS: readonly { readonly noun: Noun; readonly actions: readonly Action[] }[] = [
  ...new Set(ALL_ACTIONS.map(nounOf)),
].map((noun) => ({
  noun,
  actions: ALL_ACTIONS.filter((action) => nounOf(action) === noun),
}));

/** Who may do what, where money goes, and what opens the shop to others. */
const OWNERS_ALONE =
  /^(role|settings|paymentMethod|wallet|apiKey)\.(?!read)|^user\.(write|twoFactor|export|import)$|^balance\.|^agent\.payout$/;

/** What a shop's people usually do; the owner's role is built in. A role begins as a copy of one, or of another role. */
const presets = {
  manager: ALL_ACTIONS.filter((action) => !OWNERS_ALONE.test(action)),
  stock: ALL_ACTIONS.filter((action) => /^(goods|stock|report)\.|^(price|order|sales)\.read$/.test(action)),
  support: ALL_ACTIONS.filter((action) =>
    /^(support|claim)\.|^order\.deliver$|^(order|user|recharge|deposit)\.read$/.test(action),
  ),
  finance: ALL_ACTIONS.filter((action) =>
    /^(recharge|deposit|redeemCode|agent|order|sales|statistics|price)\.(read|export)$|^order\.refund$|^deposit\.assign$|^agent\.payout$/.test(
      action,
    ),
  ),
  auditor: ALL_ACTIONS.filter((action) => action.endsWith('.read')),
} satisfies Record<string, readonly Action[]>;

export type Preset = keyof typeof presets;
export const PRESETS = Object.keys(presets) as Preset[];

/** The actions of a preset, and the pages on which they are taken. */
export const presetOf = (
  preset: Preset,
): { readonly menus: Menu[]; readonly actions: readonly Action[] } => ({
  menus: MENUS.filter((menu) =>
    (pages[menu] as readonly Action[]).some((one) => presets[preset].includes(one)),
  ),
  actions: presets[preset],
});
