import { DAY_MS } from '../../../platform/clock.ts';
import { readSetting } from '../../settings/index.ts';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { type ItemRange, findFreeRanges } from '../stock.sql.ts';
import {
  endRestoring,
  findLanes,
  insertWithdrawals,
  takeOffSale,
  takeOffWaiting,
  type LaneRange,
  type Withdrawal,
  lockOpenWithdrawal,
  lockUnsold,
  markErased,
} from './withdrawals.sql.ts';
import type { Data, Input } from '@portside/contract';
import { parseUnsoldFilter, type UnsoldFilter } from './unsold-items.ts';
import type { Db } from '../../../platform/db/db.ts';
import { sql } from 'kysely';
import { deleteFingerprints, eraseItems, openItems } from '../items.sql.ts';

type Wanted = { readonly items: readonly ItemRange[]; readonly reason: string };

/**
 * Takes items off sale for good, or out of an import that waits, and erases their texts; the same texts cannot be imported again. Items that are sold or
 * were withdrawn before are skipped, and such that could be restored no longer can. Returns how many were withdrawn; the
 * audit log lists them by product.
 */
export const withdrawItems = async (ctx: Ctx, wanted: Wanted): Promise<number> =>
  (await withdrawAudited(ctx, wanted, null)).count;

/** The same; until a time they can be restored, and keep their texts. */
async function withdrawAudited(
  ctx: Ctx,
  { items, reason }: Wanted,
  restorableUntil: Date | null,
): Promise<{ readonly id: bigint | null; readonly count: number }> {
  return inTransaction(ctx, async (inner) => {
    const { id, taken } = await withdraw(inner, items, { reason, isForgotten: false, restorableUntil });
    const audit = (subject: string, ranges: readonly LaneRange[]) =>
      recordAudit(inner, {
        action: 'stock.withdraw',
        subject,
        after: {
          reason,
          withdrawn: countItems(ranges),
          restorableUntil: restorableUntil ?? undefined,
          ...summarizeRanges(ranges),
        },
      });
    if (taken.length === 0) await audit('stock', []);
    for (const [goodsId, ranges] of Map.groupBy(taken, (range) => range.goodsId))
      await audit(`goods:${goodsId}`, ranges);
    return { id, count: countItems(taken) };
  });
}

/** In the caller's transaction; returns the items withdrawn, by id. A job erases their texts afterwards. */
export async function withdraw(
  ctx: Ctx,
  items: readonly ItemRange[],
  {
    restorableUntil = null,
    isForgotten,
    ...rest
  }: Pick<Withdrawal, 'reason' | 'isForgotten'> & Partial<Withdrawal>,
): Promise<{ readonly id: bigint | null; readonly taken: LaneRange[] }> {
  const { db, clock, actor } = ctx;
  await lockUnsold(db);
  if (restorableUntil === null) await endRestoring(db, items, { isForgotten, now: clock.now() });
  const waiting = await takeOffWaiting(db, items);
  const free = await takeOffSale(db, await findLanes(db, items), items);
  const taken = [...waiting, ...free].toSorted((a, b) => (a.firstId < b.firstId ? -1 : 1));
  if (taken.length === 0) return { id: null, taken };
  const userId = actor.kind === 'user' ? actor.userId : null;
  const id = await insertWithdrawals(
    db,
    taken,
    { userId, restorableUntil, isForgotten, ...rest },
    clock.now(),
  );
  return { id, taken };
}

/** The same; they can be restored for some days (`restore_days`, or more), after which their texts are erased. */
export async function withdrawForDays(
  ctx: Ctx,
  wanted: Wanted,
  leastDays = 0,
): Promise<{ readonly id: bigint | null; readonly count: number; readonly until: Date | null }> {
  const days = Math.max(leastDays, await readSetting(ctx.db, 'restoreDays'));
  const until = days === 0 ? null : new Date(ctx.clock.now().getTime() + days * DAY_MS);
  return { ...(await withdrawAudited(ctx, wanted, until)), until };
}

/** More ranges than one product ever has. */
export const MAX_RANGES = 1_000_000;

/**
 * Withdraws all items of a filter that are on sale, or those of it that are named by id and unsold. They can be restored for some days
 * (`restore_days`), after which their texts are erased.
 */
export async function withdrawStock(
  ctx: Ctx,
  { body }: Input<'withdrawStock'>,
): Promise<Data<'withdrawStock'>> {
  const { item_ids: named, reason } = body;
  const filter = parseUnsoldFilter(body);
  const free = await findFreeRanges(ctx.db, filter, 0n, MAX_RANGES);
  const items =
    named === undefined
      ? free
      : [...namedOf(free, named), ...namedOf(await findWaitingRanges(ctx.db, filter), named)];
  const { id, count, until } = await withdrawForDays(ctx, { items, reason });
  return {
    withdrawn: count,
    withdrawal_id: id === null ? null : String(id),
    restorable_until: id === null ? null : (until?.toISOString() ?? null),
  };
}

/** What waits of the filter, by id. */
async function findWaitingRanges(db: Db, { goodsId, gender, batchId }: UnsoldFilter): Promise<ItemRange[]> {
  const { rows } = await sql<ItemRange>`
    select first_id as "firstId", end_id as "endId"
    from stock_waiting_ranges join stock_batches batch on batch.id = batch_id
    where goods_id = ${goodsId} and (${gender ?? null}::text is null or gender = ${gender ?? null})
      and (${batchId ?? null}::bigint is null or batch.id = ${batchId ?? null})
    order by first_id`.execute(db);
  return rows;
}

/** The named items that are in the ranges, which are ordered by id. */
export function namedOf(ranges: readonly ItemRange[], named: readonly string[]): ItemRange[] {
  const ids = [...new Set(named)].map(BigInt).toSorted((a, b) => (a < b ? -1 : 1));
  const found: ItemRange[] = [];
  let at = 0;
  for (const id of ids) {
    while (at < ranges.length && ranges[at]!.endId <= id) at += 1;
    if (at < ranges.length && ranges[at]!.firstId <= id) found.push({ firstId: id, endId: id + 1n });
  }
  return found;
}

/** Keeps an audit entry readable. */
const MAX_LISTED = 200;

/** Items as an audit entry lists them, by id: `7` or `7-12`, and how many further such runs there are. */
export function summarizeRanges(ranges: readonly ItemRange[]): { items: string[]; further?: number } {
  const joined = joinTouching(ranges);
  const items = joined.slice(0, MAX_LISTED).map(({ firstId, endId }) => {
    const lastId = endId - 1n;
    return firstId === lastId ? `${firstId}` : `${firstId}-${lastId}`;
  });
  return joined.length > MAX_LISTED ? { items, further: joined.length - MAX_LISTED } : { items };
}

/** Items in all ranges together. */
export const countItems = (ranges: readonly ItemRange[]): number =>
  ranges.reduce((sum, { firstId, endId }) => sum + Number(endId - firstId), 0);

/** Joins ranges that follow without a gap; they are ordered by id and do not overlap. */
function joinTouching(ranges: readonly ItemRange[]): ItemRange[] {
  const joined: { firstId: bigint; endId: bigint }[] = [];
  for (const { firstId, endId } of ranges) {
    const last = joined.at(-1);
    if (last?.endId === firstId) last.endId = endId;
    else joined.push({ firstId, endId });
  }
  return joined;
}

const ITEMS_A_STEP = 2_000n;

/** Erases the texts of withdrawn items that can no longer be restored, one step of them; forgotten ones may then be imported again. */
export async function eraseWithdrawn(ctx: Ctx): Promise<{ more: boolean }> {
  const more = await inTransaction(ctx, async (inner) => {
    const { db, keyring } = inner;
    const open = await lockOpenWithdrawal(db, inner.clock.now());
    if (!open) return false;
    const stepEnd = open.erasedTo + ITEMS_A_STEP;
    const range = { firstId: open.erasedTo, endId: stepEnd < open.endId ? stepEnd : open.endId };
    if (open.isForgotten) {
      const items = await openItems(inner, [range]);
      await deleteFingerprints(
        db,
        items.map(({ text }) => keyring.fingerprint(text.trim())),
      );
    }
    await eraseItems(db, [range]);
    await markErased(db, open.firstId, range.endId);
    return true;
  });
  return { more };
}
