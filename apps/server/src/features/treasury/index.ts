/**
 * Owns the monitoring of the shop's own wallets: their balances on chain against what the shop owes and has
 * recorded, and whether the token still works for them. Holds no keys and moves no coins.
 *
 * Invariant: no top-up is offered to a wallet that was not looked at, and top-ups to one that the token refuses are
 * switched off at the next look, which comes before a top-up is offered.
 */
import type { Routes } from '../../platform/http/routes.ts';
import { readTreasury } from './read-treasury.ts';
import type { SumInflow } from './treasury.sql.ts';

export { listChainShortfalls, listFollowedChains, shortfalls } from './address-looks.sql.ts';
export { createWatchAddressesJob, watchAddressesJobName } from './watch-addresses.ts';
export { readTreasury } from './read-treasury.ts';
export { createTreasuryGuard, isTreasurySound, type LookFirst } from './watch-treasury.ts';
export { createWatchTreasuryJob, watchTreasuryJobName } from './watch-treasury.ts';
export type { SumInflow } from './treasury.sql.ts';

/** `sumInflow` says what deposits brought in, in micro-USDT. */
export const treasuryRoutes = (sumInflow: SumInflow) =>
  ({ readTreasury: (ctx) => readTreasury(ctx, sumInflow) }) satisfies Partial<Routes>;
