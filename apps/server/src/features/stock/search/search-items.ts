import type { Data, Input } from '@portside/contract';
import { holdsAction, requireAction } from '../../../platform/actor.ts';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/db.ts';
import { refuse } from '../../../platform/refusal.ts';
import { nameKey } from './account-names.ts';
import type { FormatPort } from '../import/import-in-parts.ts';
import { lookThrough, type Reach } from './look-through.ts';
import { maskText } from '../unsold/mask-text.ts';
import { countPassed, findStates } from './search.sql.ts';
import { readSearchPlace, writeSearchPlace } from './search-place.ts';

/** Whoever sells knows in which order an item is. */
export type OrderPort = {
  /** The numbers of the orders that items are in; items in none are absent. */
  ordersOf(db: Db, itemIds: readonly bigint[]): Promise<ReadonlyMap<bigint, string>>;
};

/** Whoever takes reports knows which there are. */
export type ReportPort = { hasReport(db: Db, id: bigint): Promise<boolean> };

/** A fifth of a second's work: whoever waits sees it move, and ten million items are five hundred calls. */
const PART: Reach = { items: 20_000, found: 100 };

/**
 * Looks through a part of all texts, by id, for accounts of a name; sold and withdrawn ones too, as long as they
 * have their text. Who searches is written down with the first part, and only it leads to the others. Refuses
 * `notFound` for a report that there is not.
 */
export async function searchItems(
  ctx: Ctx,
  { body }: Pick<Input<'searchItems'>, 'body'>,
  { formatOf, ordersOf, hasReport }: Pick<FormatPort, 'formatOf'> & OrderPort & ReportPort,
  part = PART,
): Promise<Data<'searchItems'>> {
  requireAction(ctx.actor, 'stock.read');
  const key = nameKey(body.name);
  const after = body.after === undefined ? 0n : readSearchPlace(ctx, key, body.after);
  if (body.after === undefined) {
    const isForNone = body.report_id !== undefined && !(await hasReport(ctx.db, BigInt(body.report_id)));
    if (isForNone) refuse('notFound', 'report');
    await writeDown(ctx, body);
  }
  const { found, opened, unreadable, last } = await lookThrough(ctx, formatOf, { key, after }, part);
  const ids = found.map(({ id }) => id);
  const [states, orders] = await Promise.all([
    findStates(ctx.db, found),
    holdsAction(ctx.actor, 'order.read') ? ordersOf(ctx.db, ids) : new Map<bigint, string>(),
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
    after: last === null ? null : writeSearchPlace(ctx, key, last),
    opened,
    unreadable,
    passed: last === null ? of : passed,
    of,
  };
}

/** Masked: a log that nobody can change is no place for the names of people's accounts. */
async function writeDown(ctx: Ctx, { name, report_id: report }: Input<'searchItems'>['body']): Promise<void> {
  await inTransaction(ctx, (step) =>
    recordAudit(step, {
      action: 'stock.search',
      subject: report === undefined ? 'stock' : `report:${report}`,
      after: { name: maskText(name) },
    }),
  );
}
