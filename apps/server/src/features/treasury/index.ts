/**
 * Owns the monitoring of the shop's own wallets: their balances on chain against what the shop owes and has
 * recorded, and whether the token still works for them. Holds no keys and moves no coins.
 *
 * Invariant: no top-up is offered to a wallet that was not looked at, and top-ups to one that the token refuses are
 * switched off at the next look, which comes before a top-up is offered.
 */
export { listChainShortfalls, listFollowedChains, shortfalls } from './addresses/address-looks.sql.ts';
export { createWatchAddressesJob, watchAddressesJobName } from './addresses/watch-addresses.job.ts';
export { readTreasury } from './read-treasury.ts';
export { createTreasuryGuard, isTreasurySound, type LookFirst } from './treasury-guard.ts';
export { createWatchTreasuryJob, watchTreasuryJobName } from './watch-treasury.job.ts';
export type { SumInflow } from './treasury.sql.ts';
export { treasuryRoutes } from './treasury.routes.ts';
