/**
 * Owns the accounts that are for sale: their encrypted texts, the fingerprints of every text ever imported,
 * and the free list of id ranges by product and gender. Does not know prices or buyers.
 *
 * Invariant: an item is free exactly while one range holds its id; nothing ever goes back from sold to free.
 */
export { importStock, type ImportReport, type StockImport } from './import-stock.ts';
export { eraseItems } from './items.sql.ts';
export { openItems, type OpenedItem } from './open-items.ts';
export { countStock, lockRanges, shortenRanges } from './ranges.sql.ts';
export type { FreeRange, ItemRange, Lane, RangeUse, Reach, StockCount } from './ranges.sql.ts';
export { STOCK_GENDERS, type StockGender } from './stock.tables.ts';
