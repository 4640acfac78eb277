import type { Input } from '@portside/contract';
import { requireAction } from '../../../platform/actor.ts';
import type { Ctx } from '../../../platform/context.ts';
import { getBatch, type BatchRow } from './batches.sql.ts';
import { openBatch } from './open-batch.ts';

/**
 * Begins an import whose lines arrive in several calls (`addImportLines`), so that a million lines need no long call
 * and no text is stored unsealed, and after a lost answer or a closed page the import continues where the batch says.
 * Refuses an unknown product (notFound).
 */
export async function openImport(ctx: Ctx, { body }: Input<'openImport'>): Promise<BatchRow> {
  requireAction(ctx.actor, 'stock.import');
  const id = await openBatch(ctx, {
    goodsId: BigInt(body.goods_id),
    gender: body.gender,
    note: body.note,
    expectedLines: body.expected_lines ?? null,
    file: body.file ?? null,
    hasRightToSell: body.has_right_to_sell,
  });
  return getBatch(ctx.db, id);
}
