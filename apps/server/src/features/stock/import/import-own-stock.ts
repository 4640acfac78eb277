import type { Data, Input } from '@portside/contract';
import { sql } from 'kysely';
import { requireUser } from '../../../platform/actor.ts';
import { DAY_MS } from '../../../platform/clock.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { refuse } from '../../../platform/refusal.ts';
import { lockOwnSupplier } from '../../suppliers/index.ts';
import { addImportLines, finishImport, openImport } from './imports.ts';
import type { SoldLookups } from './stock-batches.ts';
import { waitForOperator } from './waiting-stock.ts';

const FORM = { kind: 'text' } as const;

/**
 * Imports what a supplier brings, all of it or nothing; it is not on sale until an operator lets it in. Refuses callers
 * who sign in for no supplier, and products that they do not bring (notFound), and more lines than they may bring within
 * 24 hours (supplierLimitReached): theirs are counted one import after the other.
 */
export async function importOwnStock(
  ctx: Ctx,
  { body }: Input<'importOwnStock'>,
  lookups: SoldLookups,
): Promise<Data<'importOwnStock'>> {
  const { cost, text, ...rest } = body;
  return inTransaction(ctx, async (step) => {
    const own = await lockOwnSupplier(step);
    if (!own.goodsIds.includes(BigInt(body.goods_id))) refuse('notFound', 'goods');
    const before = await countLines(step);
    if (before + text.split('\n').length > own.linesADay) refuse('supplierLimitReached');
    const { id } = await openImport(
      step,
      { body: { ...rest, cost: { amount: cost, per: 'each' }, supplier_id: String(own.supplierId) } },
      lookups,
    );
    await waitForOperator(step.db, BigInt(id));
    const params = { id };
    await addImportLines(step, { params, body: { from_line: 0, text, form: FORM } }, lookups);
    const { added, duplicates, rejected, held } = await finishImport(step, { params }, lookups);
    return { added, duplicates, rejected, held: held['same account'] + held['same login'] };
  });
}

/** Lines that the caller brought within 24 hours, whatever became of them. */
async function countLines({ db, clock, actor }: Ctx): Promise<number> {
  const { userId } = requireUser(actor);
  const since = new Date(clock.now().getTime() - DAY_MS);
  const { rows } = await sql<{ lines: number }>`
    select coalesce(sum(lines), 0)::int as lines from stock_batches
    where supplier_id is not null and user_id = ${userId} and seen_at > ${since}`.execute(db);
  return rows[0]!.lines;
}
