/**
 * Owns money: ledger accounts and the movements between them, in micro-USDT. One function per business
 * event; nothing else writes movements. Does not know what an order or a deposit is, only their ids.
 *
 * Invariant: a movement takes from one account what it gives to another, so the ledger sums to zero;
 * a user's cached balance equals the sum of the user's movements and never goes below zero.
 */
export { adjustBalance } from './adjust-balance.ts';
export { checkLedger, type LedgerFault } from './check-ledger.ts';
export { listCommissionMovements, openCommissionAccount, recordPayout } from './commission.ts';
export { creditDeposit } from './credit-deposit.ts';
export { presentMovement } from './ledger.present.ts';
export { balancesToSpend, lockBalances, openUserAccounts, readAvailableMicro } from './ledger.sql.ts';
export { listAvailableMovements, type AccountMovement } from './list-movements.ts';
export { holdDeposit, releaseDeposit } from './hold-deposit.ts';
export { MOVEMENT_COLUMNS } from './movement-columns.ts';
export { recordCommissions, type Commission } from './record-commissions.ts';
export { recordDeposit } from './record-deposit.ts';
export { recordRefund } from './record-refund.ts';
export { recordSales, type Sale } from './record-sales.ts';
export { reverseCommission } from './reverse-commission.ts';
export { reverseDeposit } from './reverse-deposit.ts';
export { lockHandCredits, sumHandCredits } from './sum-hand-credits.ts';
