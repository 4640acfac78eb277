import type { Data, Input } from '@portside/contract';
import { holdsAction, requireAction } from '../../../platform/actor.ts';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/db.ts';
import { refuse } from '../../../platform/refusal.ts';
import type { FormatPort } from '../account-format.ts';
import { maskText } from '../unsold/mask-text.ts';
import { nameKey } from './account-names.ts';
import { scanItems, type ScanLimits } from './scan-items.ts';
import { readSearchCursor, writeSearchCursor } from './search-cursor.ts';
import { countPassed, findStates } from './search.sql.ts';

/** The order of an item is known to orders, a higher feature. */
export type OrderPort = {
  /** The order numbers of items, by the item's id; items in no order are absent. */
  orderNosOf(db: Db, itemIds: readonly bigint[]): Promise<ReadonlyMap<bigint, string>>;
};

/** Takedown requests are known to reports, a higher feature. */
export type ReportPort = { hasReport(db: Db, id: bigint): Promise<boolean> };

/** A fifth of a second's work, so that progress is seen; ten million items are five hundred calls. */
const PART: ScanLimits = { items: 20_000, found: 100 };

/**
 * Searches a part of all texts, by id, for accounts with a name; sold and withdrawn ones too while their text is kept.
 * The first part is audited, and only its cursor leads to the others. Refuses an unknown takedown request (notFound)
 * and the cursor of another search (parameterError).
 */
export async function searchItems(
  ctx: Ctx,
  { body }: Pick<Input<'searchItems'>, 'body'>,
  { formatOf, orderNosOf, hasReport }: Pick<FormatPort, 'formatOf'> & OrderPort & ReportPort,
  part = PART,
): Promise<Data<'searchItems'>> {
  requireAction(ctx.actor, 'stock.read');
  const key = nameKey(body.name);
  const after = body.after === undefined ? 0n : readSearchCursor(ctx, key, body.after);
  if (body.after === undefined) {
    const isForNone = body.report_id !== undefined && !(await hasReport(ctx.db, BigInt(body.report_id)));
    if (isForNone) refuse('notFound', 'report');
    await auditSearch(ctx, body);
  }
  const { found, opened, unreadable, last } = await scanItems(ctx, formatOf, { key, after }, part);
  const ids = found.map(({ id }) => id);
  const [states, orders] = await Promise.all([
    findStates(ctx.db, found),
    holdsAction(ctx.actor, 'order.read') ? orderNosOf(ctx.db, ids) : new Map<bigint, string>(),
  ]);
  const { passed, of } = await countPassed(ctx.db, last ?? after);
  return {
    found: found.map(({ id, goodsId, text }) => ({
      item_id: String(id),
      goods_id: String(goodsId),
      masked: maskText(text),
      state: states.get(id)!,
      order_no: orders.get(id) ?? null,
    })),
    after: last === null ? null : writeSearchCursor(ctx, key, last),
    opened,
    unreadable,
    passed: last === null ? of : passed,
    of,
  };
}

/** With the name masked: the audit log cannot be changed, so names of people's accounts stay out of it. */
async function auditSearch(
  ctx: Ctx,
  { name, report_id: report }: Input<'searchItems'>['body'],
): Promise<void> {
  await inTransaction(ctx, (step) =>
    recordAudit(step, {
      action: 'stock.search',
      subject: report === undefined ? 'stock' : `report:${report}`,
      after: { name: maskText(name) },
    }),
  );
}
