/**
 * Owns the accounts that are for sale: their encrypted texts, the fingerprints of every text ever imported,
 * and the free list of id ranges by product and gender. Does not know prices or buyers.
 *
 * Invariant: an item is free exactly while one range holds its id; nothing ever goes back from sold to free.
 */
export type { BatchFilter, BatchRow } from './batches.sql.ts';
export type { LineFault } from './check-line.ts';
export { closeSilentBatches } from './close-silent-batches.job.ts';
export { eraseWithdrawn } from './erase-withdrawn.job.ts';
export { exportUnsold } from './export-unsold.ts';
export { findItemsByText } from './find-items-by-text.ts';
export { findKnownItems } from './find-known-items.ts';
export type { ImportLine, ImportReport } from './add-lines.ts';
export { importStock, type StockImport } from './import-stock.ts';
export { eraseItems } from './items.sql.ts';
export { nameBatches } from './name-batches.ts';
export { openItems, type OpenedItem } from './open-items.ts';
export { countStock, freeRanges, lockRanges, pieces, shortenRanges } from './ranges.sql.ts';
export type { FreeRange, ItemRange, Lane, RangeUse, Reach, StockCount } from './ranges.sql.ts';
export { listBatches, readBatch, readRefusedLines, type OpenedRefusal } from './read-batches.ts';
export { rollBackBatch } from './roll-back-batch.ts';
export { searchItems } from './search-items.ts';
export { sealedStock } from './sealed-tables.ts';
export { stockRoutes } from './stock.routes.ts';
export { STOCK_GENDERS, type BatchState, type StockGender } from './stock.tables.ts';
export { sweepRefusedLines } from './sweep-refused-lines.job.ts';
export type { UnsoldFilter } from './unsold-filter.ts';
export { withdrawItems } from './withdraw-items.ts';
