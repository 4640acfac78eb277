import type { Data, Input, StockBatch } from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { cutPage, readIdPosition } from '../../platform/http/page-by-id.ts';
import type { Routes } from '../../platform/http/routes.ts';
import type { BatchRow } from './import/batches.sql.ts';
import { findItems } from './search/find-items.ts';
import { addImportLines, finishImport, openImport, type FormatPort } from './import/import-in-parts.ts';
import { countUnsold, listUnsold } from './unsold/list-unsold.ts';
import { previewImport } from './import/preview-import.ts';
import { listBatches, readBatch } from './import/read-batches.ts';
import { revealItem } from './search/reveal-item.ts';
import { rollBackBatch } from './import/roll-back-batch.ts';
import { searchItems, type OrderPort, type ReportPort } from './search/search-items.ts';
import { sendBatches } from './import/send-batches.ts';
import { sendRefusedLines, sendUnsold } from './unsold/send-stock.ts';
import { presentBatch } from './stock.present.ts';
import { withdrawStock } from './unsold/withdraw-stock.ts';

/** What becomes of items after their sale is for whoever sells to know. */
export type SoldPort = {
  /** How many items of each import were replaced or paid back; imports without any are absent. */
  countBad(db: Db, batchIds: readonly bigint[]): Promise<ReadonlyMap<bigint, number>>;
};

export const stockRoutes = ({
  countBad,
  formatOf,
  ordersOf,
  hasReport,
}: SoldPort & FormatPort & OrderPort & ReportPort) => {
  const showAll = async ({ db }: Ctx, rows: readonly BatchRow[]): Promise<StockBatch[]> => {
    const bad = await countBad(
      db,
      rows.map((row) => row.id),
    );
    return rows.map((row) => presentBatch(row, bad.get(row.id) ?? 0));
  };
  const show = async (ctx: Ctx, row: BatchRow): Promise<StockBatch> => (await showAll(ctx, [row]))[0]!;
  const listStockBatches = async (
    ctx: Ctx,
    { query }: Input<'listStockBatches'>,
  ): Promise<Data<'listStockBatches'>> => {
    const goodsId = query.goods_id === undefined ? undefined : BigInt(query.goods_id);
    const asked = { goodsId, place: readIdPosition(query), limit: query.limit + 1 };
    const { shown, nextCursor } = cutPage(await listBatches(ctx, asked), query.limit, query.sort);
    return { items: await showAll(ctx, shown), next_cursor: nextCursor, total: null };
  };
  return {
    listStockBatches,
    exportStockBatches: (ctx, { query }, reply) =>
      sendBatches(ctx, { query }, reply, (part) => listStockBatches(ctx, { query: { ...query, ...part } })),
    readStockBatch: async (ctx, { params }) => show(ctx, await readBatch(ctx, BigInt(params.id))),
    previewImport,
    openImport: async (ctx, input) => show(ctx, await openImport(ctx, input)),
    addImportLines: async (ctx, input) => show(ctx, await addImportLines(ctx, input, formatOf)),
    finishImport: async (ctx, input) => show(ctx, await finishImport(ctx, input)),
    rollBackImport: async (ctx, { params }) => ({ withdrawn: await rollBackBatch(ctx, BigInt(params.id)) }),
    exportRefusedLines: sendRefusedLines,
    countUnsold,
    exportUnsold: sendUnsold,
    withdrawStock,
    listUnsold,
    findItems,
    searchItems: (ctx, input) => searchItems(ctx, input, { formatOf, ordersOf, hasReport }),
    revealItem,
  } satisfies Partial<Routes>;
};
