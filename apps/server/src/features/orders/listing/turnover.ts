import { sql, type Generated } from 'kysely';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { idArray } from '../../../platform/db/arrays.ts';
import { forceCustomPlans, type Db } from '../../../platform/db/db.ts';
import { findOpenTransactions, readWatermark } from '../../ledger/index.ts';
import type { Turnover } from '../../prices/index.ts';

/** Of movements in one step: a first run over millions neither holds its locks long nor loses much when it is ended. */
const MOST_IDS = 50_000n;

/**
 * Adds new sales and refunds to the turnover of their buyers, in one transaction with its progress, and answers whose
 * changed. It goes no further than a watermark below which no new id can appear.
 */
async function addUpTurnover(
  ctx: Ctx,
  mostIds = MOST_IDS,
): Promise<{ readonly userIds: readonly bigint[]; readonly more: boolean }> {
  const nothing = { userIds: [], more: false };
  // Even a row lock is written to disk, so an idle shop takes none.
  if (await isUpToDate(ctx.db)) return nothing;
  return inTransaction(ctx, async ({ db }) => {
    const locked = await progressOf(db).forNoKeyUpdate().skipLocked().executeTakeFirst();
    if (!locked) return nothing;
    const isCaughtUp = locked.movement === locked.marked_movement;
    const { movement, openTransactions } = await readWatermark(db);
    const marked = isCaughtUp
      ? { movement: locked.movement, marked_movement: movement, waits_for: openTransactions }
      : locked;
    const underWay = isCaughtUp ? openTransactions : await findOpenTransactions(db);
    if (marked.waits_for.some((one) => underWay.includes(one))) {
      await db.updateTable('turnover_progress').set(marked).execute();
      return nothing;
    }
    const last = marked.movement + mostIds;
    const upTo = last < marked.marked_movement ? last : marked.marked_movement;
    const userIds = await addMovements(db, marked.movement, upTo);
    await db
      .updateTable('turnover_progress')
      .set({ ...marked, movement: upTo, waits_for: [] })
      .execute();
    return { userIds, more: upTo < marked.marked_movement };
  });
}

const progressOf = (db: Db) =>
  db.selectFrom('turnover_progress').select(['movement', 'marked_movement', 'waits_for']);

async function isUpToDate(db: Db): Promise<boolean> {
  const { movement } = await progressOf(db).executeTakeFirstOrThrow();
  return movement === (await readWatermark(db)).movement;
}

/** A refund counts on the day of its order: turnover of some days is what orders of those days still cost. */
async function addMovements(db: Db, after: bigint, upTo: bigint): Promise<bigint[]> {
  await forceCustomPlans(db);
  const { rows } = await sql<{ user_id: bigint }>`
    insert into buyer_turnover as known (user_id, day, amount_micro)
    select user_id, (at at time zone 'UTC')::date, sum(amount_micro)::bigint
    from (
      select debit_account as user_id, created_at as at, amount_micro from ledger_movements
      where id > ${after} and id <= ${upTo} and kind = 'sale'
      union all
      select credit_account,
        coalesce((select placed_at from order_timeline where id = reference), created_at), -amount_micro
      from ledger_movements where id > ${after} and id <= ${upTo} and kind = 'refund') as moved
    group by 1, 2
    on conflict (user_id, day) do update set amount_micro = known.amount_micro + excluded.amount_micro
    returning user_id`.execute(db);
  return [...new Set(rows.map(({ user_id }) => user_id))];
}

/** As far as it is added up. The first day counts whole. */
async function sumTurnover(
  db: Db,
  userIds: readonly bigint[],
  since: Date | null,
): Promise<ReadonlyMap<bigint, bigint>> {
  const { rows } = await sql<{ user_id: bigint; sum: bigint }>`
    select user_id, sum(amount_micro)::bigint as sum from buyer_turnover
    where user_id = any(${idArray(userIds)}::bigint[])
      ${since === null ? sql`` : sql`and day >= ${since.toISOString().slice(0, 10)}::date`}
    group by user_id`.execute(db);
  return new Map(rows.map(({ user_id, sum }) => [user_id, sum]));
}

export const turnover: Turnover = { addUp: addUpTurnover, sumTurnover };

declare module '../../../platform/db/db.ts' {
  interface Database {
    buyer_turnover: { user_id: bigint; day: string; amount_micro: bigint };
    turnover_progress: {
      is_only: Generated<boolean>;
      movement: bigint;
      marked_movement: bigint;
      waits_for: string[];
    };
  }
}
