/**
 * Owns money: ledger accounts and the movements between them, in micro-USDT. One function per business event; nothing
 * else writes movements. Does not know what an order or a deposit is, only their ids.
 *
 * Invariant: a movement debits one account by what it credits to another, so the ledger sums to zero; a user's cached
 * balance equals the sum of the user's movements and never goes below zero.
 */
export { postAdjustment } from './post-adjustment.ts';
export { listCommissionMovements, openCommissionAccount } from './commission-accounts.sql.ts';
export { creditDeposit } from './credit-deposit.ts';
export { holdDeposit, releaseDeposit } from './hold-deposit.ts';
export { findLedgerMismatches } from './ledger-mismatches.sql.ts';
export { presentMovement } from './ledger.present.ts';
export { lockBalances, openUserAccounts, readAvailableMicro, spendableBalances } from './ledger.sql.ts';
export { lockManualCredits, sumManualCredits } from './manual-credits.sql.ts';
export { MOVEMENT_COLUMNS } from './movement-columns.ts';
export {
  listAvailableMovements,
  listAvailableMovementsIn,
  sumAvailableMovements,
  type AccountMovement,
  type Period,
} from './movements.sql.ts';
export { recordCommissionPayout } from './record-commission-payout.ts';
export { recordCommissions, type Commission } from './record-commissions.sql.ts';
export { recordDeposit } from './record-deposit.ts';
export { recordOpeningBalance } from './record-opening-balance.ts';
export { recordRefund } from './record-refund.ts';
export { recordSales } from './record-sales.sql.ts';
export { reverseCommission } from './reverse-commission.ts';
export { debitReversedDeposit } from './debit-reversed-deposit.ts';
