import type { Ctx } from '../../../platform/context.ts';
import { refuse } from '../../../platform/refusal.ts';
import { getBatch, type BatchRow } from './batches.sql.ts';

/** Only who confirmed the right to sell may add lines. Refuses unknown imports and those of others (notFound). */
export async function getOwnBatch({ db, actor }: Ctx, id: bigint): Promise<BatchRow> {
  const batch = await getBatch(db, id);
  if (batch.user_id !== (actor.kind === 'user' ? actor.userId : null)) refuse('notFound', 'batch');
  return batch;
}
