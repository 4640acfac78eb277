/** Permissions of roles. The path tables say which one a call needs; menus only make pages visible. */
export const ACTIONS = [
  'statistics.read',
  'user.read',
  'user.write',
  'user.status',
  'user.sessions',
  'user.twoFactor',
  'user.export',
  'user.import',
  'balance.adjust',
  'role.read',
  'role.write',
  'role.grant',
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
  'recharge.read',
  'recharge.export',
  'deposit.read',
  'deposit.assign',
  'deposit.rescan',
  'redeemCode.read',
  'redeemCode.write',
  'order.read',
  'order.deliver',
  'order.refund',
  'order.export',
  'claim.read',
  'claim.settle',
  'goods.write',
  'price.read',
  'price.write',
  'stock.read',
  'stock.import',
  'stock.export',
  'stock.withdraw',
  'stock.reveal',
  'report.read',
  'report.settle',
  'support.read',
  'support.answer',
  'sales.read',
  'agent.read',
  'agent.write',
  'agent.payout',
  'audit.read',
  'apiKey.read',
  'apiKey.write',
  'apiKey.operate',
] as const;
export type Action = (typeof ACTIONS)[number];

/** What a buyer's API key may do; the path tables say which calls each opens. */
export const SCOPES = [
  'catalogue',
  'balance',
  'orders:place',
  'orders:read',
  'accounts:read',
  'top-up',
  'claims',
  'webhooks',
] as const;
export type Scope = (typeof SCOPES)[number];

/** What an operator's key may do: never money or people. */
export const OPERATOR_SCOPES = ['stock:import', 'prices', 'all-orders:read'] as const;
export type OperatorScope = (typeof OPERATOR_SCOPES)[number];

/** What the software of a reseller's shop speaks, beside this API. */
export const PROTOCOLS = ['dujiao-next', 'acg-faka', 'panel'] as const;
export type Protocol = (typeof PROTOCOLS)[number];

/** As people know them. */
export const PROTOCOL_NAMES: Readonly<Record<Protocol, string>> = {
  'dujiao-next': 'dujiao-next',
  'acg-faka': 'acg-faka',
  panel: 'SMM (API v2)',
};

export type AnyScope = Scope | OperatorScope;
