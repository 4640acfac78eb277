import type { StockBatch } from '@portside/contract';

/** States of an account that was added; each has exactly one. */
export const PARTS = ['free', 'sold', 'remedied', 'withdrawn'] as const;
export type PartCounts = Pick<StockBatch, (typeof PARTS)[number]>;
