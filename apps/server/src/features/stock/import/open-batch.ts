import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { brokenConstraint } from '../../../platform/db/db.ts';
import { refuse } from '../../../platform/refusal.ts';
import type { StockGender } from '../stock.tables.ts';
import { insertBatch, type BatchFile } from './batches.sql.ts';

/** Where the lines of an import go. */
export type ImportTarget = { readonly goodsId: bigint; readonly gender: StockGender };

export type NewImport = ImportTarget & {
  readonly note: string;
  /** How many lines are expected, for the progress shown; null where unknown. */
  readonly expectedLines?: number | null;
  /** Null or absent where the import cannot be continued from its file. */
  readonly file?: BatchFile | null;
  /** Whether the operator has confirmed the right to sell the accounts; absent where nobody was asked. */
  readonly hasRightToSell?: true;
};

/** Begins an import and returns its id. The caller has checked who may. Refuses an unknown product (notFound). */
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
