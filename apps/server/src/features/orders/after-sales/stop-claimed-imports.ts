import { sql } from 'kysely';
import type { Ctx } from '../../../platform/context.ts';
import { readSetting } from '../../settings/index.ts';
import { stopSale } from '../../stock/index.ts';

/** Fewer claimed accounts say nothing of an import. */
const LEAST_CLAIMED = 3;

/**
 * Stops the sale of imports of which buyers have claimed a share of the accounts sold (`claim_stop_percent`). Rejected
 * claims do not count.
 */
export async function stopClaimedImports(ctx: Ctx): Promise<{ more: boolean }> {
  const percent = await readSetting(ctx.db, 'claimStopPercent');
  if (percent === 0) return { more: false };
  const { rows } = await sql<{ id: bigint; claimed: number }>`
    select batch.id, count(*)::int as claimed
    from stock_batches batch
    join stock_batch_ranges own on own.batch_id = batch.id
    join warranty_claim_items item on item.item_id >= own.first_id and item.item_id < own.end_id
    join warranty_claims claim on claim.id = item.claim_id and claim.state <> 'refused'
    where batch.stopped_at is null and batch.waits_for is null and batch.state <> 'rolled back'
      and exists (
        select from stock_batch_ranges part
        join stock_ranges free on free.goods_id = batch.goods_id and free.gender = batch.gender
          and free.next_id < part.end_id and free.end_id > part.first_id
        where part.batch_id = batch.id)
    group by batch.id having count(*) >= ${LEAST_CLAIMED} order by batch.id`.execute(ctx.db);
  for (const { id, claimed } of rows) {
    const batchId = String(id);
    try {
      if (await stopSale(ctx, id, claimed, percent))
        ctx.log.warn({ batchId, claimed }, 'the sale of an import was stopped');
    } catch (err) {
      // The others are stopped all the same.
      ctx.log.error({ err, batchId }, 'the sale of an import could not be stopped');
    }
  }
  return { more: false };
}
