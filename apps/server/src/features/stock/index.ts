/**
 * Owns the accounts that are for sale: their encrypted texts, the fingerprints of every text ever imported,
 * and the free list of id ranges by product and gender. Does not know prices or buyers.
 *
 * Invariant: an item is free exactly while one range holds its id; nothing ever goes back from sold to free.
 */
export type { BatchFilter, BatchRow } from './import/batches.sql.ts';
export type { LineFault } from './import/check-line.ts';
export { closeSilentBatches } from './import/close-silent-batches.job.ts';
export { eraseWithdrawn } from './unsold/erase-withdrawn.job.ts';
export { exportUnsold } from './unsold/export-unsold.ts';
export { findItemsByText } from './search/find-items-by-text.ts';
export { findKnownItems } from './search/find-known-items.ts';
export type { ImportLine, ImportReport } from './import/add-lines.ts';
export { importStock, type StockImport } from './import/import-stock.ts';
export { eraseItems } from './items.sql.ts';
export { nameBatches } from './import/name-batches.ts';
export { openItems, type OpenedItem } from './open-items.ts';
export { countStock, freeRanges, lockRanges, pieces, shortenRanges } from './ranges.sql.ts';
export type { FreeRange, ItemRange, Lane, RangeUse, Reach, StockCount } from './ranges.sql.ts';
export { listBatches, readBatch, readRefusedLines, type OpenedRefusal } from './import/read-batches.ts';
export { rollBackBatch } from './import/roll-back-batch.ts';
export { searchItems } from './search/search-items.ts';
export { sealedStock } from './sealed-tables.ts';
export { stockRoutes } from './stock.routes.ts';
export { STOCK_GENDERS, type BatchState, type StockGender } from './stock.tables.ts';
export { sweepRefusedLines } from './import/sweep-refused-lines.job.ts';
export type { UnsoldFilter } from './unsold/unsold-filter.ts';
export { withdrawItems } from './unsold/withdraw-items.ts';
