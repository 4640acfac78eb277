import type { Action } from './actions.ts';

/**
 * Method, path and permission of the back office's exports. A file of its own, so that the shop's pages do not load
 * it.
 */
export const exportPaths = {
  exportUsers: ['GET', '/api/users/export', 'user.export'],
  exportMovements: ['GET', '/api/users/:id/movements/export', 'user.read'],
  exportUserImport: ['GET', '/api/admin/user-imports/:id/export', 'user.import'],

  exportAgents: ['GET', '/api/agents/export', 'agent.read'],
  exportAgentStatement: ['GET', '/api/agents/:id/statement/export', 'agent.read'],

  exportBlockedWallets: ['GET', '/api/wallets/blocked/export', 'wallet.read'],

  exportGoods: ['GET', '/api/admin/goods/export', 'stock.read'],

  exportPriceList: ['GET', '/api/admin/price-lists/:id/export', 'price.read'],
  exportProposedPrices: ['GET', '/api/admin/price-lists/proposed/:content/export', 'price.read'],
  exportCoupons: ['GET', '/api/admin/coupons/export', 'price.write'],

  exportStockBatches: ['GET', '/api/stock/batches/export', 'stock.read'],
  exportRefusedLines: ['GET', '/api/stock/batches/:id/refused-lines', 'stock.import'],
  exportUnsold: ['GET', '/api/stock/unsold/export', 'stock.export'],

  exportChecks: ['GET', '/api/admin/checker/checks/export', 'settings.read'],

  exportRecharges: ['GET', '/api/admin/recharges/export', 'recharge.export'],

  exportOrders: ['GET', '/api/admin/orders/export', 'order.export'],
  exportWarrantyClaims: ['GET', '/api/admin/claims/export', 'claim.read'],

  exportSales: ['GET', '/api/admin/sales/export', 'sales.read'],
  exportOfferSales: ['GET', '/api/admin/sales/offers/export', 'sales.read'],
  exportCustomers: ['GET', '/api/admin/sales/customers/export', 'sales.read'],
  exportReorder: ['GET', '/api/admin/statistics/reorder/export', 'sales.read'],
  exportProfit: ['GET', '/api/admin/profit/export', 'sales.read'],
  exportSupplierProfit: ['GET', '/api/admin/profit/suppliers/export', 'sales.read'],

  exportDeposits: ['GET', '/api/admin/deposits/export', 'deposit.read'],
  exportNamedPayments: ['GET', '/api/admin/deposits/named/export', 'deposit.read'],
  exportSweepable: ['GET', '/api/admin/sweeping/addresses/export', 'deposit.read'],
  exportSweeps: ['GET', '/api/admin/sweeping/sweeps/export', 'deposit.read'],
  exportQuarantinedLogs: ['GET', '/api/admin/chains/quarantine/export', 'deposit.read'],

  exportAudit: ['GET', '/api/audit/export', 'audit.read'],
  exportSecurityEvents: ['GET', '/api/audit/security/export', 'audit.read'],

  exportAnnouncements: ['GET', '/api/announcements/export', 'announcement.write'],

  exportReports: ['GET', '/api/admin/reports/export', 'report.read'],
} as const satisfies Record<string, readonly ['GET', `/api/${string}`, Action]>;

export type ExportName = keyof typeof exportPaths;
