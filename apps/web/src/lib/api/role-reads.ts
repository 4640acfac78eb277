import type { CallName, contract } from '@portside/contract';
import { errors } from '@portside/contract/errors';
import type { paths } from '@portside/contract/paths';
import { storedState } from '../stored/stored-state.ts';
import { ApiError } from './api-error.ts';
import { gateCalls } from './call.ts';

type Contract = typeof contract;
type ActionOf<N extends CallName> = Contract[N]['access'] extends { readonly action: infer A } ? A : never;
type Read = {
  [N in CallName]: (typeof paths)[N][0] extends 'GET' ? ([ActionOf<N>] extends [never] ? never : N) : never;
}[CallName];

/** What a role must hold to read something; the compiler checks it against the contract, which stays on the server. */
const NEEDED: { readonly [N in Read]: ActionOf<N> } = {
  readDashboard: 'statistics.read',
  readIncomeTrend: 'statistics.read',
  listBestSellers: 'statistics.read',
  listLowStock: 'statistics.read',
  readMailHealth: 'statistics.read',
  readTreasury: 'statistics.read',
  listUsers: 'user.read',
  readUser: 'user.read',
  listMovements: 'user.read',
  listUserSessions: 'user.sessions',
  listAgents: 'agent.read',
  readAgent: 'agent.read',
  listAgentStatement: 'agent.read',
  listRoles: 'role.read',
  readSettings: 'settings.read',
  listPaymentMethods: 'paymentMethod.read',
  listBlockedWallets: 'wallet.read',
  listAnnouncements: 'announcement.write',
  listDocuments: 'document.write',
  listAllCategories: 'stock.read',
  listAllGoods: 'stock.read',
  readAnyGoods: 'stock.read',
  listStockBatches: 'stock.read',
  readStockBatch: 'stock.read',
  countUnsold: 'stock.read',
  listUnsold: 'stock.read',
  listReports: 'report.read',
  listAllRecharges: 'recharge.read',
  readAnyRecharge: 'recharge.read',
  listAllDeposits: 'deposit.read',
  listChains: 'deposit.read',
  listQuarantinedLogs: 'deposit.read',
  listAllOrders: 'order.read',
  totalOrders: 'order.read',
  readAnyOrder: 'order.read',
  listOrderItems: 'order.read',
  listAllClaims: 'claim.read',
  listConversations: 'support.read',
  readConversation: 'support.read',
  readConversationImage: 'support.read',
  listSales: 'sales.read',
  listAudit: 'audit.read',
  verifyAudit: 'audit.read',
};

const needed: Partial<Record<CallName, string>> = NEEDED;

/** From now on the pages do not ask for what the reader's role may not see. */
export function closeUnreadable(): void {
  gateCalls((name) => {
    const action = needed[name];
    // An earlier version kept no actions in this browser: then the server says.
    const { actions } = storedState().permissions as { readonly actions?: readonly string[] };
    // Nobody is told: the place where the answer would be says why there is none.
    if (action !== undefined && actions?.includes(action) === false)
      throw new ApiError(errors.noPermission.code, '');
  });
}
