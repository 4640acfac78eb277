/**
 * Owns the followed chains and every transfer to our wallets and to buyers' own addresses: the cursor, deposits,
 * pending transfers and the quarantine. Does not know top-ups: it announces recorded deposits, and listeners credit
 * those they match.
 *
 * Invariant: a log of a final block is recorded exactly once, with one ledger movement; a transfer that is not
 * final moves no money.
 */
import './deposit-claims/deposit-claims.tables.ts';
import './deposits.events.ts';

export { addUpBooks } from './books/add-up-books.job.ts';
export { fundsAt, sumBooks } from './books/books.sql.ts';
export { creditMatchedDeposit } from './decisions/credit-matched-deposit.ts';
export { keepSmallDeposit } from './decisions/keep-small-deposit.ts';
export { lockSmallDeposits, sumSmallDeposits } from './small-deposits.sql.ts';
export { createReadAddressesJob, readAddressesJobName } from './following/read-addresses.job.ts';
export { countUndecidedDeposits } from './count-undecided.sql.ts';
export type { CreditCandidate, FindCandidates } from './decisions/candidates.ts';
export { listReadUntil, listStatuses } from './following/chains.sql.ts';
export { subscribeDeposits } from './decisions/decisions.subscriptions.ts';
export { depositsRoutes } from './deposits.routes.ts';
export type { AssetId, DepositRow, PendingTransferRow } from './deposits.sql.ts';
export { findDepositDecisions } from './decisions/find-decisions.ts';
export { createFollowJob, followJobName } from './following/follow-chain.job.ts';
export { nameDeposits } from './name-deposits.ts';
export { parseAnyAddress } from './listing/parse-any-address.ts';
export { readChainHealth, readFollowedHead } from './following/read-chain-health.ts';
export { presentChain } from './following/list-chains.ts';
export { countOpenLogs } from './quarantine/quarantine.sql.ts';
export { findDepositDelays } from './following/list-deposit-delays.ts';
