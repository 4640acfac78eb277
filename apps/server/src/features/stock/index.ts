/**
 * Owns the accounts that are for sale: their encrypted texts, the fingerprints of every text ever imported, and the
 * free list of id ranges by product and gender (a stock lane). Does not know prices or buyers.
 *
 * Invariant: an item is free exactly while one range holds its id; nothing ever returns from sold to free. Items of an
 * import that waits for its check or for an operator are in no range yet.
 *
 * `import`: bringing lines in, and taking an import back. `unsold`: listing, exporting, withdrawing and restoring free items.
 * `moving`: making free items another product's, by hand or by age.
 * `search`: finding accounts by line, name or id, sold ones too.
 */
import type { Routes } from '../../platform/http/routes.ts';
import { addImportLines, openImport, finishImport, previewImport } from './import/imports.ts';
import { decideHeldLines, listHeldLines } from './import/held-lines.ts';
import type { OrderLookups } from './items.sql.ts';
import { exportRefusedLines } from './import/refused-lines.ts';
import {
  exportStockBatches,
  listStockBatches,
  readStockBatch,
  type SoldLookups,
  rollBackImport,
  updateStockBatch,
} from './import/stock-batches.ts';
import { importOwnStock } from './import/import-own-stock.ts';
import { releaseStockBatch } from './import/waiting-stock.ts';
import { findItems, revealItem } from './search/find-items.ts';
import { searchItems, type ReportLookups } from './search/search-items.ts';
import { exportUnsold, countUnsold, listUnsold } from './unsold/unsold-items.ts';
import {
  ageStock,
  deleteAgeingRule,
  listAgeingRules,
  listAgeingStock,
  setAgeingRule,
} from './moving/age-stock.ts';
import {
  listStockMoves,
  moveStock,
  previewStockMove,
  type PriceLookups,
  undoStockMove,
} from './moving/move-stock.ts';
import { listWithdrawn, restoreStock } from './unsold/restore-withdrawn.ts';
import { withdrawStock } from './unsold/withdraw-items.ts';

export { markStalledBatches, importStock } from './import/imports.ts';
export { countHeldLines, decideHeldLines } from './import/held-lines.ts';
export {
  askBeforeSale,
  countWaiting,
  countWaitingImports,
  keepFromSale,
  lockWaiting,
  nextToSell,
  release,
  sampleItems,
  stopSale,
} from './import/waiting-stock.ts';
export { nameBatches, listStockBatches, rollBackImport } from './import/stock-batches.ts';
export { findCosts } from './import/batches.sql.ts';
export { identifyOlderItems } from './import/identify-older-items.ts';
export { sweepRefusedLines } from './import/refused-lines.ts';
export { eraseItems, FIRST_STEP, nextStep, openItems, type OpenedItem, sealedStock } from './items.sql.ts';
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
export { findItemsByLogin, findItemsByText } from './search/find-items.ts';
export { findKnownIds, searchItems } from './search/search-items.ts';
export { ageStock };
export { eraseWithdrawn, withdrawForDays, withdrawItems } from './unsold/withdraw-items.ts';

/** The lookups answer what higher features know: remedied items, orders, takedown requests, and prices. */
export const stockRoutes = (lookups: SoldLookups & OrderLookups & ReportLookups & PriceLookups) =>
  ({
    listStockBatches: (ctx, input) => listStockBatches(ctx, input, lookups),
    exportStockBatches: (ctx, input, reply) => exportStockBatches(ctx, input, lookups, reply),
    readStockBatch: (ctx, input) => readStockBatch(ctx, input, lookups),
    updateStockBatch: (ctx, input) => updateStockBatch(ctx, input, lookups),
    previewImport,
    importOwnStock: (ctx, input) => importOwnStock(ctx, input, lookups),
    openImport: (ctx, input) => openImport(ctx, input, lookups),
    addImportLines: (ctx, input) => addImportLines(ctx, input, lookups),
    finishImport: (ctx, input) => finishImport(ctx, input, lookups),
    rollBackImport,
    releaseStockBatch,
    listHeldLines: (ctx, input) => listHeldLines(ctx, input, lookups),
    decideHeldLines: (ctx, input) => decideHeldLines(ctx, input, lookups),
    exportRefusedLines,
    countUnsold,
    exportUnsold,
    withdrawStock,
    listWithdrawn,
    restoreStock,
    listStockMoves,
    previewStockMove: (ctx, input) => previewStockMove(ctx, input, lookups),
    moveStock: (ctx, input) => moveStock(ctx, input, lookups),
    undoStockMove: (ctx, input) => undoStockMove(ctx, input, lookups),
    listAgeingRules,
    setAgeingRule,
    deleteAgeingRule,
    listAgeingStock: (ctx, input) => listAgeingStock(ctx, input, lookups),
    listUnsold,
    findItems,
    searchItems: (ctx, input) => searchItems(ctx, input, lookups),
    revealItem,
  }) satisfies Partial<Routes>;

declare module '../../platform/events.ts' {
  interface EventPayloads {
    /** An import begins: a listener may keep it from sale. */
    importOpened: { readonly batchId: bigint; readonly goodsId: bigint };
    /** An import that waited went on sale. */
    batchReleased: { readonly batchId: bigint };
    /** What accounts of these products cost may be more or less than before (`findCosts`). */
    costsChanged: {
      readonly goodsIds: readonly bigint[];
      /** A cost that had been said is another one now: what was known by it may no longer count. */
      readonly isCorrection: boolean;
    };
  }
}
