/**
 * Owns the accounts that are for sale: their encrypted texts, the fingerprints of every text ever imported, and the
 * free list of id ranges by product and gender (a stock lane). Does not know prices or buyers.
 *
 * Invariant: an item is free exactly while one range holds its id; nothing ever returns from sold to free.
 *
 * Rooms: `import` (bringing lines in, taking an import back), `unsold` (listing, exporting and withdrawing free items),
 * `search` (finding accounts by line, name or id, sold ones too).
 */
export { markStalledBatches } from './import/mark-stalled-batches.job.ts';
export { importStock } from './import/import-stock.ts';
export { nameBatches } from './import/name-batches.sql.ts';
export { listStockBatches } from './import/read-stock-batches.ts';
export { rollBackImport } from './import/roll-back-import.ts';
export { sweepRefusedLines } from './import/sweep-refused-lines.job.ts';
export { eraseItems } from './items.sql.ts';
export { openItems, type OpenedItem } from './open-items.ts';
export { countStock, freeRanges, lockRanges, rangeSplitLocks, shortenRanges } from './ranges.sql.ts';
export type { FreeRange, ItemRange, Lane, LockMode, StockCount } from './ranges.sql.ts';
export { sealedStock } from './sealed-tables.ts';
export { findItemsByText } from './search/find-items-by-text.ts';
export { findKnownItems } from './search/find-known-items.ts';
export { searchItems } from './search/search-items.ts';
export { stockRoutes } from './stock.routes.ts';
export { STOCK_GENDERS, type StockGender } from './stock.tables.ts';
export { eraseWithdrawn } from './unsold/erase-withdrawn.job.ts';
export { withdrawItems } from './unsold/withdraw-items.ts';
