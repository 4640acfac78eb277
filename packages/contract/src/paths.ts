/** Where each endpoint lives. The browser loads this table only; the schemas stay on the server. */
export const paths = {
  register: ['POST', '/api/auth/register'],
  login: ['POST', '/api/auth/login'],
  logout: ['POST', '/api/auth/logout'],
  readIdentity: ['GET', '/api/auth/me'],
  sendResetCode: ['POST', '/api/auth/password/code'],
  resetPassword: ['POST', '/api/auth/password/reset'],
  changePassword: ['PUT', '/api/auth/password'],

  checkUsername: ['GET', '/api/users/check-username'],
  readBalance: ['GET', '/api/users/balance'],
  setUserStatus: ['PUT', '/api/users/:id/status'],

  readSiteConfig: ['GET', '/api/site-config'],
  listEnabledPaymentMethods: ['GET', '/api/payment-methods/enabled'],

  listCategories: ['GET', '/api/categories'],
  listGoods: ['GET', '/api/goods'],
  readGoods: ['GET', '/api/goods/:id'],

  placeOrder: ['POST', '/api/orders'],
  listOrders: ['GET', '/api/orders'],
  readOrder: ['GET', '/api/orders/:order_no'],
  readAccounts: ['GET', '/api/orders/:order_no/accounts'],
  mailAccounts: ['POST', '/api/orders/:order_no/delivery-email'],

  createRecharge: ['POST', '/api/recharges'],
  listRecharges: ['GET', '/api/recharges'],
  readRecharge: ['GET', '/api/recharges/:order_id'],
  hintTransaction: ['POST', '/api/recharges/:order_id/transactions'],
  cancelRecharge: ['POST', '/api/recharges/:order_id/cancel'],

  readLiveFigures: ['GET', '/api/live-figures'],
  streamLive: ['GET', '/api/live'],

  readSandbox: ['GET', '/api/sandbox'],
  sendSandboxTransfer: ['POST', '/api/sandbox/transfers'],
  listSandboxMails: ['GET', '/api/sandbox/mails'],
} as const satisfies Record<string, readonly ['GET' | 'POST' | 'PUT' | 'DELETE', `/api/${string}`]>;

export type EndpointName = keyof typeof paths;
