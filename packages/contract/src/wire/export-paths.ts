/** Method and path of the back office's exports. Separate, so that the shop's pages do not load them. */
export const exportPaths = {
  exportUsers: ['GET', '/api/users/export'],
  exportMovements: ['GET', '/api/users/:id/movements/export'],
  exportUserImport: ['GET', '/api/admin/user-imports/:id/export'],

  exportAgents: ['GET', '/api/agents/export'],
  exportAgentStatement: ['GET', '/api/agents/:id/statement/export'],

  exportBlockedWallets: ['GET', '/api/wallets/blocked/export'],

  exportGoods: ['GET', '/api/admin/goods/export'],

  exportStockBatches: ['GET', '/api/stock/batches/export'],
  exportRefusedLines: ['GET', '/api/stock/batches/:id/refused-lines'],
  exportUnsold: ['GET', '/api/stock/unsold/export'],

  exportRecharges: ['GET', '/api/admin/recharges/export'],

  exportOrders: ['GET', '/api/admin/orders/export'],
  exportWarrantyClaims: ['GET', '/api/admin/claims/export'],

  exportSales: ['GET', '/api/admin/sales/export'],

  exportDeposits: ['GET', '/api/admin/deposits/export'],
  exportSweepable: ['GET', '/api/admin/sweeping/addresses/export'],
  exportSweeps: ['GET', '/api/admin/sweeping/sweeps/export'],
  exportQuarantinedLogs: ['GET', '/api/admin/chains/quarantine/export'],

  exportAudit: ['GET', '/api/audit/export'],
  exportSecurityEvents: ['GET', '/api/audit/security/export'],

  exportAnnouncements: ['GET', '/api/announcements/export'],

  exportReports: ['GET', '/api/admin/reports/export'],
} as const satisfies Record<string, readonly ['GET', `/api/${string}`]>;

export type ExportName = keyof typeof exportPaths;
