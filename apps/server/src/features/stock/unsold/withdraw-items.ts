import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { type ItemRange, findFreeRanges } from '../stock.sql.ts';
import {
  findLanes,
  insertWithdrawals,
  takeOffSale,
  type GoodsRange,
  lockOpenWithdrawal,
  markErased,
} from './withdrawals.sql.ts';
import type { Data, Input } from '@portside/contract';
import { parseUnsoldFilter } from './unsold-items.ts';
import { deleteFingerprints, eraseItems, openItems } from '../items.sql.ts';

/**
 * Takes items off sale for good and erases their texts; the same texts cannot be imported again. Items that are sold or
 * were withdrawn before are skipped. Returns how many were withdrawn; the audit log lists them by product.
 */
export async function withdrawItems(
  ctx: Ctx,
  { items, reason }: { readonly items: readonly ItemRange[]; readonly reason: string },
): Promise<number> {
  return inTransaction(ctx, async (inner) => {
    const taken = await withdraw(inner, items, { reason, isForgotten: false });
    const audit = (subject: string, ranges: readonly GoodsRange[]) =>
      recordAudit(inner, {
        action: 'stock.withdraw',
        subject,
        after: { reason, withdrawn: countItems(ranges), ...summarizeRanges(ranges) },
      });
    if (taken.length === 0) await audit('stock', []);
    for (const [goodsId, ranges] of Map.groupBy(taken, (range) => range.goodsId))
      await audit(`goods:${goodsId}`, ranges);
    return countItems(taken);
  });
}

/** In the caller's transaction; returns the items withdrawn, by id. A job erases their texts afterwards. */
export async function withdraw(
  ctx: Ctx,
  items: readonly ItemRange[],
  { reason, isForgotten }: { readonly reason: string; readonly isForgotten: boolean },
): Promise<GoodsRange[]> {
  const { db, clock, actor } = ctx;
  const taken = await takeOffSale(db, await findLanes(db, items), items);
  if (taken.length === 0) return [];
  const userId = actor.kind === 'user' ? actor.userId : null;
  await insertWithdrawals(db, taken, { reason, isForgotten, userId }, clock.now());
  return taken;
}

/** More ranges than one product ever has. */
const MAX_RANGES = 1_000_000;

/** Withdraws all unsold items of a filter, or those of them that are named by id. */
export async function withdrawStock(
  ctx: Ctx,
  { body }: Input<'withdrawStock'>,
): Promise<Data<'withdrawStock'>> {
  const { item_ids: named, reason } = body;
  const free = await findFreeRanges(ctx.db, parseUnsoldFilter(body), 0n, MAX_RANGES);
  const items = named === undefined ? free : namedOf(free, named);
  return { withdrawn: await withdrawItems(ctx, { items, reason }) };
}

/** The named items that are in the ranges, which are ordered by id. */
function namedOf(ranges: readonly ItemRange[], named: readonly string[]): ItemRange[] {
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

/** Erases the texts of withdrawn items, one step of them; forgotten ones may then be imported again. */
export async function eraseWithdrawn(ctx: Ctx): Promise<{ more: boolean }> {
  const more = await inTransaction(ctx, async (inner) => {
    const { db, keyring } = inner;
    const open = await lockOpenWithdrawal(db);
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
