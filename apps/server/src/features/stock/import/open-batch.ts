import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { brokenConstraint } from '../../../platform/db/db.ts';
import { refuse } from '../../../platform/refusal.ts';
import { insertBatch, type BatchFile } from './batches.sql.ts';
import type { StockGender } from '../stock.tables.ts';

/** Where the lines of an import go. */
export type ImportTarget = { readonly goodsId: bigint; readonly gender: StockGender };

export type NewImport = ImportTarget & {
  readonly note: string;
  /** How many lines there will be, for whoever watches; null where nobody knows. */
  readonly expectedLines?: number | null;
  /** Absent where nothing of it may be needed again. */
  readonly file?: BatchFile | null;
  /** Whether somebody has confirmed the right to sell what comes; absent where nobody was asked. */
  readonly hasRightToSell?: true;
};

/** Begins an import, and tells its id. The caller has checked who may. Refuses `notFound` without such goods. */
export function openBatch(
  ctx: Ctx,
  { goodsId, gender, note, expectedLines = null, file = null, hasRightToSell }: NewImport,
): Promise<bigint> {
  return inTransaction(ctx, async (inner) => {
    const { db, clock, actor } = inner;
    const userId = actor.kind === 'user' ? actor.userId : null;
    const batch = { goodsId, gender, note, userId, expectedLines, file };
    const id = await insertBatch(db, batch, clock.now()).catch(refuseGoods);
    const after = { goodsId, gender, note, hasRightToSell };
    await recordAudit(inner, { action: 'stock.import', subject: `batch:${id}`, after });
    return id;
  });
}

function refuseGoods(error: unknown): never {
  if (brokenConstraint(error) === 'stock_batches_goods_id_fkey') refuse('notFound', 'goods');
  throw error;
}
