import type { StockBatch } from '@portside/contract';

/** What can have become of an account that was added; each is one of these. */
export const PARTS = ['free', 'sold', 'bad', 'withdrawn'] as const;
export type PartCounts = Pick<StockBatch, (typeof PARTS)[number]>;
