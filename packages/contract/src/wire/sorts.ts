/** The sortable columns of each list, named as in its rows. Free of zod, so that pages can load it cheaply. */
export const SORTS = {
  listAllOrders: ['total_amount', 'created_at'],
  listAllRecharges: ['pay_amount', 'created_at'],
  listAllDeposits: ['amount', 'recorded_at'],
  listAllWarrantyClaims: ['created_at'],
  listAudit: ['at'],
  listSecurityEvents: ['at'],
  listUsers: ['username', 'email', 'balance', 'created_at'],
  listAgents: [
    'platform_name',
    'username',
    'commission_percent',
    'users',
    'commission_balance',
    'created_at',
  ],
  listAllGoods: ['name', 'category', 'price', 'stock', 'warranty_hours', 'sort', 'created_at'],
  listStockBatches: ['created_at'],
  listAnnouncements: ['title', 'starts_at', 'ends_at', 'updated_at'],
  listReports: ['created_at'],
  listBlockedWallets: ['created_at'],
  listQuarantinedLogs: ['recorded_at'],
  listSales: ['name', 'orders', 'accounts', 'amount', 'refunds', 'refunded', 'commission', 'income'],
  listProfit: ['name', 'accounts', 'revenue', 'refunded', 'cost', 'commission', 'bonus', 'profit'],
} as const;

export type SortedList = keyof typeof SORTS;
export type SortColumn<N extends SortedList> = (typeof SORTS)[N][number];

/** A column for ascending order, with `-` before it for descending order. */
export type Sort<C extends string> = C | `-${C}`;
export type SortOf<N extends SortedList> = Sort<SortColumn<N>>;
