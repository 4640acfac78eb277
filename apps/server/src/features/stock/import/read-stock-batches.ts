import type { Data, Input } from '@portside/contract';
import { requireAction } from '../../../platform/actor.ts';
import type { Ctx } from '../../../platform/context.ts';
import { cutPage, readIdPosition } from '../../../platform/http/page-by-id.ts';
import { presentBatches, type SoldPort } from '../stock.present.ts';
import { findBatches, getBatch, type BatchRow } from './batches.sql.ts';

/** An import with how far it has come and how many of its items are still free. Refuses an unknown one (notFound). */
export async function readStockBatch(ctx: Ctx, batchId: bigint): Promise<BatchRow> {
  requireAction(ctx.actor, 'stock.read');
  return getBatch(ctx.db, batchId);
}

/** Imports of one product or of all, newest first unless another sort is asked for. */
export async function listStockBatches(
  { actor, db }: Ctx,
  { query }: Input<'listStockBatches'>,
  sold: SoldPort,
): Promise<Data<'listStockBatches'>> {
  requireAction(actor, 'stock.read');
  const goodsId = query.goods_id === undefined ? undefined : BigInt(query.goods_id);
  const rows = await findBatches(db, { goodsId, position: readIdPosition(query), limit: query.limit + 1 });
  const { shown, nextCursor } = cutPage(rows, query.limit, query.sort);
  return { items: await presentBatches(db, shown, sold), next_cursor: nextCursor, total: null };
}
