import { formBy } from '@portside/accounts/recognize-form';
import { withoutKinds } from '@portside/accounts/usual-lines';
import type { Data, Input } from '@portside/contract';
import { hasTooManyLines, MOST_LINES_AT_ONCE } from '@portside/contract/wire/limits';
import { requireUser } from '../../../platform/actor.ts';
import { auditAtEnd } from '../../../platform/audit/record-audit.ts';
import { DAY_MS } from '../../../platform/clock.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { refuse, refuseField } from '../../../platform/refusal.ts';
import { lockOwnSupplier } from '../../suppliers/index.ts';
import { countLinesSince, getBatch } from './batches.sql.ts';
import { addImportLines, finishImport, openImport } from './imports.ts';
import type { SoldLookups } from './stock-batches.ts';

/**
 * Imports what a supplier brings, all of it or nothing; it is not on sale until an operator lets it in. Lines in doubt
 * are not taken over: nobody is asked, and what nearly all of them have in common tells the odd ones. Refuses callers who
 * sign in for no supplier, and products that they do not bring (notFound), more lines at once than an import of a
 * supplier has (parameterError), and more than they may bring within 24 hours (supplierLimitReached): theirs are counted
 * one import after the other.
 */
export async function importOwnStock(
  ctx: Ctx,
  { body }: Input<'importOwnStock'>,
  lookups: SoldLookups,
): Promise<Data<'importOwnStock'>> {
  const { cost, text, ...rest } = body;
  if (hasTooManyLines(text)) refuseField('parameterError', 'text', 'many', MOST_LINES_AT_ONCE);
  return inTransaction(ctx, (outer) =>
    auditAtEnd(outer, async (step) => {
      const own = await lockOwnSupplier(step);
      if (!own.goodsIds.includes(BigInt(body.goods_id))) refuse('notFound', 'goods');
      const bought = { cost: { amount: cost, per: 'each' as const }, supplier_id: String(own.supplierId) };
      const { id } = await openImport(step, { body: { ...rest, ...bought } }, lookups, 'release');
      const params = { id };
      const { account_form: account } = await getBatch(step.db, BigInt(id));
      const form = withoutKinds(formBy(null, text, account));
      await addImportLines(step, { params, body: { from_line: 0, text, form } }, lookups);
      // As the import counted them, however its lines end.
      if ((await countLines(step)) > own.linesADay) refuse('supplierLimitReached');
      const { added, duplicates, rejected, held } = await finishImport(step, { params }, lookups);
      // Which of them the shop holds back says what others bring.
      const known = duplicates + held['same account'] + held['same login'];
      return { added, known, rejected };
    }),
  );
}

/** Lines that the caller brought within 24 hours, whatever became of them. */
async function countLines({ db, clock, actor }: Ctx): Promise<number> {
  const { userId } = requireUser(actor);
  return countLinesSince(db, 'user_id', userId, new Date(clock.now().getTime() - DAY_MS));
}
