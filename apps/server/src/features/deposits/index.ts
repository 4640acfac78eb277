/**
 * Owns the followed chains and every transfer that reached our wallets: the cursor, deposits, what is still
 * on its way, and what was put aside. Does not know whose a deposit is: it announces, and who knows assigns.
 *
 * Invariant: a log of a final block is recorded once, for ever, with one ledger movement; nothing that is
 * not final moves money.
 */
import './claims/claims.tables.ts';
import './deposits.events.ts';

export { assignDeposit } from './decisions/assign-deposit.ts';
export { countWaitingDeposits } from './count-waiting.sql.ts';
export { listReadUntil, listStatuses } from './following/chains.sql.ts';
export { subscribeDeposits } from './decisions/decisions.events.ts';
export { depositsRoutes } from './deposits.routes.ts';
export type { DepositRow, PendingTransferRow } from './deposits.sql.ts';
export { findDepositDecisions } from './decisions/find-decisions.ts';
export { createFollowJob, followJobName } from './following/follow-chain.job.ts';
export { nameDeposits } from './name-deposits.ts';
export { readAnyAddress } from './listing/read-any-address.ts';
export { readChainHealth, readFollowedHead } from './following/read-chain-health.ts';
export { presentChain } from './following/list-chains.ts';
export { countOpenLogs } from './quarantine/quarantine.sql.ts';
export { listDepositDelays } from './following/list-deposit-delays.ts';
export { createLead } from './following/take-lead.ts';
