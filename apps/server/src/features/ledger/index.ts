/**
 * Owns money: ledger accounts and the movements between them, in micro-USDT. One function per business event; nothing
 * else writes movements. Does not know what an order or a deposit is, only their ids.
 *
 * Invariant: a movement debits one account by what it credits to another, so the ledger sums to zero; a user's cached
 * balance equals the sum of the user's movements and never goes below zero.
 */
export { postAdjustment } from './postings.ts';
export { listCommissionMovements, openCommissionAccount } from './balances.ts';
export { creditDeposit } from './postings.ts';
export { holdDeposit, releaseDeposit } from './postings.ts';
export { findLedgerMismatches } from './reconcile.ts';
export { presentMovement } from './movements.ts';
export {
  lockBalances,
  openUserAccounts,
  publishBalance,
  readAvailableMicro,
  spendableBalances,
} from './balances.ts';
export { lockManualCredits, sumManualCredits } from './movements.ts';
export { MOVEMENT_COLUMNS } from './movements.ts';
export {
  listAvailableMovements,
  listAvailableMovementsIn,
  sumAvailableMovements,
  type AccountMovement,
  type Period,
} from './movements.ts';
export { recordCommissionPayout } from './postings.ts';
export { recordCommissions, type Commission } from './postings.ts';
export { recordDeposit } from './postings.ts';
export { recordOpeningBalance } from './postings.ts';
export { recordRefund } from './postings.ts';
export { recordSales } from './postings.ts';
export { reverseCommission } from './postings.ts';
export { debitReversedDeposit } from './postings.ts';
