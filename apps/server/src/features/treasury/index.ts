/**
 * Owns the monitoring of the shop's own wallets: their balances on chain against what the shop owes and has
 * recorded, and whether the token still works for them. Holds no keys and moves no coins.
 *
 * Invariant: top-ups to a wallet that the token refuses are switched off at the next check.
 */
export { readTreasury } from './read-treasury.ts';
export { createWatchTreasuryJob, watchTreasuryJobName } from './watch-treasury.job.ts';
export { treasuryRoutes } from './treasury.routes.ts';
