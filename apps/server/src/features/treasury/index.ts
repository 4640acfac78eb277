/**
 * Owns the watch over our own wallets: what the chain says they hold against what the shop owes and has
 * recorded, and whether the token still works for them. Holds no key and moves no coin.
 *
 * Invariant: a wallet that the token refuses takes no top-ups for longer than one look lasts.
 */
export { readTreasury } from './read-treasury.ts';
export { createWatchTreasuryJob, watchTreasuryJobName } from './watch-treasury.job.ts';
export { treasuryRoutes } from './treasury.routes.ts';
