/**
 * Owns money: ledger accounts and the movements between them, in micro-USDT. One function per business event; nothing
 * else writes movements. Does not know what an order or a deposit is, only their ids.
 *
 * Invariant: a movement debits one account by what it credits to another, so the ledger sums to zero; a user's cached
 * balance equals the sum of the user's movements and never goes below zero.
 */
export {
  lockCommissionAccount,
  openCommissionAccount,
  findBonuses,
  lockBalances,
  openUserAccounts,
  publishBalance,
  readAvailableMicro,
  readOwnedMicro,
  spendableBalances,
} from './balances.ts';
export {
  listAvailableMovements,
  listAvailableMovementsIn,
  listCommissionMovements,
  lockManualCredits,
  MOVEMENT_COLUMNS,
  presentMovement,
  sumAvailableMovements,
  sumManualCredits,
  type AccountMovement,
  type Period,
} from './movements.ts';
export {
  recordBonus,
  recordCredit,
  debitReversedBonus,
  debitReversedDeposit,
  holdDeposit,
  postAdjustment,
  payOutReserve,
  recordCommissionPayout,
  holdBalance,
  payOutBalance,
  returnBalance,
  reserveCommission,
  returnCommission,
  recordCommissions,
  recordDeposit,
  recordOpeningBalance,
  recordRedemption,
  recordRefund,
  recordSales,
  recordCreditOfHeld,
  reverseCommission,
  type Commission,
} from './postings.ts';
export { availableAccountOf, type MovementKind } from './ledger.sql.ts';
export { findLedgerMismatches } from './balances.ts';
export { findOpenTransactions, readWatermark } from './movements.ts';
