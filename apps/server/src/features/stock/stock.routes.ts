import type { StockBatch } from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import type { Routes } from '../../platform/http/routes.ts';
import type { FormatPort } from './account-format.ts';
import { addImportLines } from './import/add-import-lines.ts';
import type { BatchRow } from './import/batches.sql.ts';
import { exportRefusedLines } from './import/export-refused-lines.ts';
import { exportStockBatches } from './import/export-stock-batches.ts';
import { finishImport } from './import/finish-import.ts';
import { openImport } from './import/open-import.ts';
import { previewImport } from './import/preview-import.ts';
import { listStockBatches, readStockBatch } from './import/read-stock-batches.ts';
import { rollBackImport } from './import/roll-back-import.ts';
import { findItems } from './search/find-items.ts';
import { revealItem } from './search/reveal-item.ts';
import { searchItems, type OrderPort, type ReportPort } from './search/search-items.ts';
import { presentBatches, type SoldPort } from './stock.present.ts';
import { exportUnsold } from './unsold/export-unsold.ts';
import { countUnsold, listUnsold } from './unsold/list-unsold.ts';
import { withdrawStock } from './unsold/withdraw-stock.ts';

/** The ports answer what higher features know: remedied items, formats, orders and takedown requests. */
export const stockRoutes = (ports: SoldPort & FormatPort & OrderPort & ReportPort) => {
  const present = async ({ db }: Ctx, row: BatchRow): Promise<StockBatch> =>
    (await presentBatches(db, [row], ports))[0]!;
  return {
    listStockBatches: (ctx, input) => listStockBatches(ctx, input, ports),
    exportStockBatches: (ctx, input, reply) => exportStockBatches(ctx, input, reply, ports),
    readStockBatch: async (ctx, { params }) => present(ctx, await readStockBatch(ctx, BigInt(params.id))),
    previewImport,
    openImport: async (ctx, input) => present(ctx, await openImport(ctx, input)),
    addImportLines: async (ctx, input) => present(ctx, await addImportLines(ctx, input, ports.formatOf)),
    finishImport: async (ctx, input) => present(ctx, await finishImport(ctx, input)),
    rollBackImport: async (ctx, { params }) => ({ withdrawn: await rollBackImport(ctx, BigInt(params.id)) }),
    exportRefusedLines,
    countUnsold,
    exportUnsold,
    withdrawStock,
    listUnsold,
    findItems,
    searchItems: (ctx, input) => searchItems(ctx, input, ports),
    revealItem,
  } satisfies Partial<Routes>;
};
