/**
 * Owns the accounts that are for sale: their encrypted texts, the fingerprints of every text ever imported, and the
 * free list of id ranges by product and gender (a stock lane). Does not know prices or buyers.
 *
 * Invariant: an item is free exactly while one range holds its id; nothing ever returns from sold to free.
 *
 * Rooms: `import` (bringing lines in, taking an import back), `unsold` (listing, exporting and withdrawing free items),
 * `search` (finding accounts by line, name or id, sold ones too).
 */
import type { Routes } from '../../platform/http/routes.ts';
import { addImportLines, openImport, finishImport } from './import/import-in-parts.ts';
import { decideHeldLines, listHeldLines, type SalePort } from './import/held-lines.ts';
import { exportRefusedLines } from './import/refused-lines.ts';
import {
  exportStockBatches,
  listStockBatches,
  readStockBatch,
  type SoldPort,
  rollBackImport,
} from './import/stock-batches.ts';
import { previewImport } from './import/preview-import.ts';
import { findItems, revealItem } from './search/find-items.ts';
import { searchItems, type OrderPort, type ReportPort } from './search/search-items.ts';
import { exportUnsold, countUnsold, listUnsold } from './unsold/unsold-items.ts';
import { withdrawStock } from './unsold/withdraw-items.ts';

export { markStalledBatches } from './import/import-in-parts.ts';
export { decideHeldLines } from './import/held-lines.ts';
export { importStock } from './import/import-stock.ts';
export { nameBatches, listStockBatches, rollBackImport } from './import/stock-batches.ts';
export { identifyOlderItems } from './import/identify-older-items.ts';
export { sweepRefusedLines } from './import/refused-lines.ts';
export { eraseItems, openItems, type OpenedItem, sealedStock } from './items.sql.ts';
export {
  countStock,
  freeRanges,
  idsOf,
  lockRanges,
  rangeSplitLocks,
  shortenRanges,
  type FreeRange,
  type ItemRange,
  type Lane,
  type LockMode,
  type StockCount,
  STOCK_GENDERS,
  type StockGender,
} from './stock.sql.ts';
export { findItemsByText } from './search/find-items.ts';
export { findKnownIds, searchItems } from './search/search-items.ts';
export { eraseWithdrawn, withdrawItems } from './unsold/withdraw-items.ts';

/** The ports answer what higher features know: remedied items, orders with their times, and takedown requests. */
export const stockRoutes = (ports: SoldPort & SalePort & OrderPort & ReportPort) =>
  ({
    listStockBatches: (ctx, input) => listStockBatches(ctx, input, ports),
    exportStockBatches: (ctx, input, reply) => exportStockBatches(ctx, input, ports, reply),
    readStockBatch: (ctx, input) => readStockBatch(ctx, input, ports),
    previewImport,
    openImport: (ctx, input) => openImport(ctx, input, ports),
    addImportLines: (ctx, input) => addImportLines(ctx, input, ports),
    finishImport: (ctx, input) => finishImport(ctx, input, ports),
    rollBackImport,
    listHeldLines: (ctx, input) => listHeldLines(ctx, input, ports),
    decideHeldLines: (ctx, input) => decideHeldLines(ctx, input, ports),
    exportRefusedLines,
    countUnsold,
    exportUnsold,
    withdrawStock,
    listUnsold,
    findItems,
    searchItems: (ctx, input) => searchItems(ctx, input, ports),
    revealItem,
  }) satisfies Partial<Routes>;
