/**
 * Owns money: ledger accounts and the movements between them, in micro-USDT. One function per business
 * event; nothing else writes movements. Does not know what an order or a deposit is, only their ids.
 *
 * Invariant: a movement takes from one account what it gives to another, so the ledger sums to zero;
 * a user's cached balance equals the sum of the user's movements and never goes below zero.
 */
export { checkLedger, type LedgerFault } from './check-ledger.ts';
export { creditDeposit } from './credit-deposit.ts';
export { lockBalances, openUserAccounts, readAvailableMicro } from './ledger.sql.ts';
export { recordDeposit } from './record-deposit.ts';
export { recordSales, type Sale } from './record-sales.ts';
