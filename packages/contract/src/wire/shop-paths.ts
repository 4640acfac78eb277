import type { Action } from './actions.ts';

/** Method and path of the calls of buyers and visitors. Part of every page's first load. */
export const shopPaths = {
  register: ['POST', '/api/auth/register'],
  login: ['POST', '/api/auth/login'],
  createSignInChallenge: ['POST', '/api/auth/challenges'],
  logout: ['POST', '/api/auth/logout'],
  readIdentity: ['GET', '/api/auth/me'],
  sendResetCode: ['POST', '/api/auth/password/code'],
  resetPassword: ['POST', '/api/auth/password/reset'],
  changePassword: ['PUT', '/api/auth/password'],
  sendEmailCode: ['POST', '/api/auth/email/code'],
  changeEmail: ['PUT', '/api/auth/email'],
  readEmailChange: ['GET', '/api/auth/email/change'],
  refuseEmailChange: ['DELETE', '/api/auth/email/change'],
  beginTwoFactor: ['POST', '/api/auth/two-factor'],
  confirmTwoFactor: ['POST', '/api/auth/two-factor/confirm'],
  turnOffTwoFactor: ['POST', '/api/auth/two-factor/off'],
  createRecoveryCodes: ['POST', '/api/auth/two-factor/recovery-codes'],
  stepUp: ['POST', '/api/auth/step-up'],
  listOwnSessions: ['GET', '/api/auth/sessions'],
  revokeOwnSession: ['DELETE', '/api/auth/sessions/:id'],

  checkUsername: ['GET', '/api/users/check-username'],
  readBalance: ['GET', '/api/users/balance'],

  readAgentByCode: ['GET', '/api/agents/codes/:code'],
  readOwnAgent: ['GET', '/api/agents/own'],
  listOwnAgentStatement: ['GET', '/api/agents/own/statement'],
  exportOwnAgentStatement: ['GET', '/api/agents/own/statement/export'],

  readSiteConfig: ['GET', '/api/site-config'],
  listEnabledPaymentMethods: ['GET', '/api/payment-methods/enabled'],

  listCategories: ['GET', '/api/categories'],
  listGoods: ['GET', '/api/goods'],
  readGoods: ['GET', '/api/goods/:id'],
  readGoodsImage: ['GET', '/api/goods/:id/images/:image'],

  placeOrder: ['POST', '/api/orders'],
  listOrders: ['GET', '/api/orders'],
  readOrder: ['GET', '/api/orders/:order_no'],
  readAccounts: ['GET', '/api/orders/:order_no/accounts'],
  surveyAccounts: ['GET', '/api/orders/:order_no/accounts/survey'],
  listAccountNames: ['GET', '/api/orders/:order_no/accounts/names'],
  readInstruction: ['GET', '/api/orders/:order_no/instruction'],
  mailAccounts: ['POST', '/api/orders/:order_no/delivery-email'],
  readDeliveryFormat: ['GET', '/api/delivery-format'],
  replaceDeliveryFormat: ['PUT', '/api/delivery-format'],
  deleteDeliveryFormat: ['DELETE', '/api/delivery-format'],
  createWarrantyClaim: ['POST', '/api/orders/:order_no/claims'],
  listOrderWarrantyClaims: ['GET', '/api/orders/:order_no/claims'],

  readStatement: ['GET', '/api/statement'],
  readReceipt: ['GET', '/api/recharges/:order_id/receipt'],
  exportOwnOrders: ['GET', '/api/orders/export'],
  exportOwnRecharges: ['GET', '/api/recharges/export'],

  openDepositAddress: ['POST', '/api/deposit-addresses'],
  listSmallPayments: ['GET', '/api/deposit-addresses/small-payments'],
  findOwnPayment: ['GET', '/api/deposit-addresses/payments'],
  listAddressChanges: ['GET', '/api/deposit-addresses/changes'],
  dismissAddressChange: ['DELETE', '/api/deposit-addresses/changes/:id'],
  createRecharge: ['POST', '/api/recharges'],
  listRecharges: ['GET', '/api/recharges'],
  readRecharge: ['GET', '/api/recharges/:order_id'],
  submitTxHash: ['POST', '/api/recharges/:order_id/transactions'],
  cancelRecharge: ['POST', '/api/recharges/:order_id/cancel'],
  createTicket: ['POST', '/api/recharges/:order_id/tickets'],
  openTicket: ['POST', '/api/recharges/tickets'],
  readAllowanceCaps: ['GET', '/api/recharges/:order_id/allowance-caps'],
  createAuthorization: ['POST', '/api/recharges/:order_id/authorizations'],
  readTronWallet: ['GET', '/api/recharges/:order_id/tron-wallet'],
  readTronChain: ['GET', '/api/recharges/:order_id/tron-chain'],
  tryTronCall: ['POST', '/api/recharges/:order_id/tron-calls'],
  sendTronTransaction: ['POST', '/api/recharges/:order_id/tron-transactions'],
  readTronTransaction: ['GET', '/api/recharges/:order_id/tron-transactions/:tx_hash'],

  createDepositClaimText: ['POST', '/api/deposits/claims/challenges'],
  claimDeposit: ['POST', '/api/deposits/claims'],
  listDepositClaims: ['GET', '/api/deposits/claims'],
  listDepositDelays: ['GET', '/api/deposits/delays'],

  readLiveFigures: ['GET', '/api/live-figures'],
  streamLive: ['GET', '/api/live'],

  readSupport: ['GET', '/api/support'],
  listSupportMessages: ['GET', '/api/support/messages'],
  sendSupportMessage: ['POST', '/api/support/messages'],
  sendSupportImage: ['POST', '/api/support/images'],
  readSupportImage: ['GET', '/api/support/images/:id'],
  markSupportRead: ['POST', '/api/support/read'],
  listMessagesWhileBlocked: ['GET', '/api/support/blocked/messages'],
  sendMessageWhileBlocked: ['POST', '/api/support/blocked/messages'],

  listAnnouncementsAt: ['GET', '/api/announcements/position/:position'],

  readBrandImage: ['GET', '/api/brand/images/:image'],

  readDocument: ['GET', '/api/documents/:name'],

  createReport: ['POST', '/api/reports'],

  readSandbox: ['GET', '/api/sandbox'],
  listSandboxTrials: ['GET', '/api/sandbox/trials'],
  sendSandboxTransfer: ['POST', '/api/sandbox/transfers'],
  giveSandboxCoin: ['POST', '/api/sandbox/coins'],
  listSandboxMails: ['GET', '/api/sandbox/mails'],
} as const satisfies PathTable;

/** The third entry is the permission that the call needs; the server checks it before reading the input. */
export type Path = readonly [
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  address: `/api/${string}`,
  action?: Action,
];

/** Paths by the name of their endpoint. */
export type PathTable = Readonly<Record<string, Path>>;
