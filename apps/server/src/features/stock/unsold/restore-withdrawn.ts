import type { Data, Input } from '@portside/contract';
import { sql } from 'kysely';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { idArray } from '../../../platform/db/arrays.ts';
import { preferIndexes, type Db } from '../../../platform/db/db.ts';
import { readIdCursor } from '../../../platform/lists/by-id.ts';
import { refuse } from '../../../platform/refusal.ts';
import { announceCosts } from '../import/batches.sql.ts';
import { createIdentifier, NO_IDENTITY } from '../identity.ts';
import { lockImports, maskText, openItems } from '../items.sql.ts';
import { findBatchRanges, type ItemRange } from '../stock.sql.ts';
import { firstItems } from './unsold-items.ts';
import { countItems, namedOf, summarizeRanges } from './withdraw-items.ts';
import { cutRanges, lockRestorable, lockUnsold, putBack, takeBack } from './withdrawals.sql.ts';

type WithdrawnRange = ItemRange & {
  readonly goodsId: bigint;
  readonly reason: string;
  readonly at: Date;
  readonly until: Date;
};

/** Withdrawn accounts of an import that can be restored, by id with their texts masked, and how many they are. */
export async function listWithdrawn(
  ctx: Ctx,
  { query }: Input<'listWithdrawn'>,
): Promise<Data<'listWithdrawn'>> {
  const ranges = await findWithdrawn(ctx, BigInt(query.batch_id));
  const fromId = readIdCursor(query.cursor) ?? 0n;
  const rest = ranges
    .filter(({ endId }) => endId > fromId)
    .map((range) => (range.firstId < fromId ? { ...range, firstId: fromId } : range));
  const items = await openItems(ctx, firstItems(rest, query.limit + 1));
  const shown = items.slice(0, query.limit).map(({ id, text }) => {
    const { goodsId, reason, at, until } = ranges.find(({ firstId, endId }) => firstId <= id && id < endId)!;
    return {
      id: String(id),
      masked: maskText(text),
      goods_id: String(goodsId),
      reason,
      withdrawn_at: at.toISOString(),
      restorable_until: until.toISOString(),
    };
  });
  return {
    items: shown,
    next_cursor: items.length > query.limit ? String(items[query.limit]!.id) : null,
    total: countItems(ranges),
  };
}

async function findWithdrawn({ db, clock }: Ctx, batchId: bigint): Promise<WithdrawnRange[]> {
  const { rows } = await sql<WithdrawnRange>`
    select greatest(gone.first_id, own.first_id) as "firstId", least(gone.end_id, own.end_id) as "endId",
      gone.goods_id as "goodsId", gone.reason, gone.created_at as at, gone.restorable_until as until
    from stock_batch_ranges own
    join stock_withdrawals gone on gone.first_id < own.end_id and gone.end_id > own.first_id
    where own.batch_id = ${batchId} and gone.erased_to < gone.end_id and gone.erased_to = gone.first_id
      and gone.restorable_until > ${clock.now()}
    order by 1`.execute(db);
  return rows;
}

/**
 * Puts withdrawn accounts back where they were, on sale or waiting to be: those of a withdrawal, of an import, or those of it that are
 * named by id. Such as were imported anew since stay withdrawn (`left_out`), and so do those that are erased. Repeated,
 * it restores nothing more. Refuses a call that names neither (missingParameters).
 */
export async function restoreStock(ctx: Ctx, { body }: Input<'restoreStock'>): Promise<Data<'restoreStock'>> {
  const { withdrawal_id: withdrawal, batch_id: batch, item_ids: named } = body;
  if (withdrawal === undefined && batch === undefined)
    refuse('missingParameters', 'withdrawal_id or batch_id');
  return inTransaction(ctx, async (step) => {
    const { db, clock, live } = step;
    await lockUnsold(db);
    // Nothing that is like them may be imported meanwhile.
    await Promise.all([lockImports(db), preferIndexes(db)]);
    const ofBatch = batch === undefined ? undefined : await findBatchRanges(db, BigInt(batch));
    const filter = { withdrawalId: withdrawal === undefined ? undefined : BigInt(withdrawal) };
    const rows = await lockRestorable(db, { ...filter, ...(ofBatch && { items: ofBatch }) }, clock.now());
    const all = rows.map((row) => ({ firstId: row.first_id, endId: row.end_id }));
    const inBatch = ofBatch ? intersect(all, ofBatch) : all;
    const wanted = named === undefined ? inBatch : namedOf(inBatch, named);
    const again = await findImportedAgain(step, rows, wanted);
    const taken = await takeBack(db, rows, without(wanted, again));
    await putBack(db, taken);
    for (const [goodsId, ranges] of Map.groupBy(taken, (range) => range.goodsId))
      await recordAudit(step, {
        action: 'stock.restore',
        subject: `goods:${goodsId}`,
        after: { restored: countItems(ranges), ...summarizeRanges(ranges) },
      });
    if (taken.length > 0) live.changed('stock');
    await announceCosts(
      step,
      taken.map(({ goodsId }) => goodsId),
    );
    return { restored: countItems(taken), left_out: again.length };
  });
}

const free = ({ firstId, endId }: ItemRange) => ({
  id: firstId,
  goodsId: 0n,
  gender: 'unspecified' as const,
  nextId: firstId,
  endId,
});

/** What both lists hold. Pure. */
const intersect = (ranges: readonly ItemRange[], others: readonly ItemRange[]): ItemRange[] =>
  cutRanges(ranges.map(free), others).flatMap(({ cut }) => cut);

/** The ranges without some of their items, which are ordered. Pure. */
function without(ranges: readonly ItemRange[], ids: readonly bigint[]): ItemRange[] {
  if (ids.length === 0) return [...ranges];
  const gone = ids.map((id) => ({ firstId: id, endId: id + 1n }));
  const cuts = new Map(cutRanges(ranges.map(free), gone).map(({ range, left }) => [range.id, left]));
  return ranges.flatMap((range) => cuts.get(range.firstId) ?? [range]);
}

const ITEMS_A_STEP = 2_000n;

/** Those of the items that were imported in another spelling after their withdrawal and not withdrawn for good since; by id. */
async function findImportedAgain(
  ctx: Ctx,
  rows: readonly {
    readonly first_id: bigint;
    readonly end_id: bigint;
    readonly newest_item: bigint | null;
  }[],
  wanted: readonly ItemRange[],
): Promise<bigint[]> {
  const newest = await findNewestItem(ctx.db);
  const older = rows.flatMap((row) =>
    row.newest_item === newest ? [] : [{ ...row, firstId: row.first_id, endId: row.end_id }],
  );
  const found: bigint[] = [];
  for (const row of older)
    for (const range of intersect(wanted, [row]))
      for (let firstId = range.firstId; firstId < range.endId; firstId += ITEMS_A_STEP) {
        const endId = firstId + ITEMS_A_STEP < range.endId ? firstId + ITEMS_A_STEP : range.endId;
        found.push(...(await findNewerTwins(ctx, { firstId, endId }, row.newest_item ?? 0n)));
      }
  return found;
}

async function findNewestItem(db: Db): Promise<bigint> {
  const { rows } = await sql<{ newest: bigint }>`select last_value as newest from stock_item_ids`.execute(db);
  return rows[0]!.newest;
}

async function findNewerTwins(ctx: Ctx, range: ItemRange, after: bigint): Promise<bigint[]> {
  const items = await openItems(ctx, [range]);
  const marks = items.map(({ text, form }) => createIdentifier(ctx.keyring, form)(text));
  const { rows } = await sql<{ id: bigint }>`
    select own.id from unnest(
      ${idArray(items.map(({ id }) => id))}::bigint[],
      ${idArray(marks.map(({ login }) => login))}::bigint[],
      ${idArray(marks.map(({ account }) => account))}::bigint[]) as own (id, login, account)
    where own.login <> ${NO_IDENTITY.login} and exists (
      select from stock_fingerprints known
      where known.login = own.login and known.account = own.account and known.item_id > ${after}
        and not exists (
          select from stock_withdrawals gone
          where gone.first_id <= known.item_id and gone.end_id > known.item_id
            and (gone.restorable_until is null or gone.restorable_until <= ${ctx.clock.now()})))
    order by own.id`.execute(ctx.db);
  return rows.map(({ id }) => id);
}
