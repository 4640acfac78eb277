import type { Action, AnyScope } from './actions.ts';

/**
 * Method and path of the calls of buyers and visitors. Part of every page's first load; what pages can be used without
 * is in later-paths.ts.
 */
export const shopPaths = {
  register: ['POST', '/api/auth/register'],
  login: ['POST', '/api/auth/login'],
  logout: ['POST', '/api/auth/logout'],
  readIdentity: ['GET', '/api/auth/me'],

  readAgentByCode: ['GET', '/api/agent-codes/:code'],
  readOwnAgent: ['GET', '/api/agents/own'],

  readSiteConfig: ['GET', '/api/site-config'],
  listEnabledPaymentMethods: ['GET', '/api/payment-methods/enabled', null, 'top-up'],

  listCategories: ['GET', '/api/categories', null, 'catalogue'],
  listGoods: ['GET', '/api/goods', null, 'catalogue'],
  readGoods: ['GET', '/api/goods/:id', null, 'catalogue'],

  placeOrder: ['POST', '/api/orders', null, 'orders:place'],
  listOrders: ['GET', '/api/orders', null, 'orders:read'],
  readOrder: ['GET', '/api/orders/:order_no', null, 'orders:read'],
  readAccounts: ['GET', '/api/orders/:order_no/accounts', null, 'accounts:read'],

  openDepositAddress: ['POST', '/api/deposit-addresses', null, 'top-up'],
  listSmallPayments: ['GET', '/api/deposit-addresses/small-payments', null, 'top-up'],
  findOwnPayment: ['GET', '/api/deposit-addresses/payments', null, 'top-up'],
  listAddressChanges: ['GET', '/api/deposit-addresses/changes'],
  listRecharges: ['GET', '/api/recharges', null, 'top-up'],
  readRecharge: ['GET', '/api/recharges/:order_id', null, 'top-up'],
  submitTxHash: ['POST', '/api/recharges/:order_id/transactions', null, 'top-up'],
  openTicket: ['POST', '/api/recharges/tickets'],

  listDepositClaims: ['GET', '/api/deposits/claims'],
  listDepositDelays: ['GET', '/api/deposits/delays'],

  readLiveFigures: ['GET', '/api/live-figures'],
  streamLive: ['GET', '/api/live'],

  readSupport: ['GET', '/api/support'],
  listSupportMessages: ['GET', '/api/support/messages'],

  readDocument: ['GET', '/api/documents/:name'],

  readSandbox: ['GET', '/api/sandbox'],
} as const satisfies PathTable;

/**
 * The third entry is the permission that the call needs, the fourth the scope with which an API key may make it; without
 * one, no key may. The server checks both before reading the input.
 */
export type Path = readonly [
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  address: `/api/${string}`,
  action?: Action | null,
  scope?: AnyScope,
];

/** Paths by the name of their endpoint. */
export type PathTable = Readonly<Record<string, Path>>;
