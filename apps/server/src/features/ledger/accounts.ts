import type { Network } from '@portside/contract';

/** The system's ledger accounts, with the ids that the first migration gave them. */
export const INFLOW: Record<Network, bigint> = { TRON: 1n, ETH: 2n };
export const UNMATCHED = 3n;
export const HELD = 4n;
export const REVENUE = 5n;
export const ADJUSTMENTS = 6n;
export const PAYOUTS = 7n;

/** The ledger account of a user's spendable money has the user's own id. */
export const availableAccountOf = (userId: bigint): bigint => userId;
