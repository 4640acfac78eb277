import { formatMicro, type Data } from '@portside/contract';
import { sql } from 'kysely';
import { requireUser } from '../../platform/actor.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../platform/clock.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { idArray } from '../../platform/db/arrays.ts';
import type { Db } from '../../platform/db/db.ts';
import { runQuery } from '../../platform/db/pipeline.ts';
import type { Job } from '../../platform/jobs.ts';
import { presentLevelTerms } from './prices.ts';
import { allLevels } from './price-terms.ts';
import type { BuyerLevelRow } from './prices.sql.ts';

/** What levels need of orders, which a higher feature knows. */
export type Turnover = {
  /** Adds up what was sold and refunded since it was called last; whose turnover changed, and whether there is more. */
  addUp(ctx: Ctx): Promise<{ readonly userIds: readonly bigint[]; readonly more: boolean }>;
  /** What buyers paid for orders of the days since then, or ever, less refunds; those without orders are absent. */
  sumTurnover(db: Db, userIds: readonly bigint[], since: Date | null): Promise<ReadonlyMap<bigint, bigint>>;
};

type TurnoverLevel = BuyerLevelRow & { readonly turnover_micro: bigint };
/** What decides whether a turnover reaches it. */
type Goal = Pick<TurnoverLevel, 'turnover_micro' | 'turnover_days'>;

/** Levels that turnover reaches, the highest first. */
const findTurnoverLevels = (db: Db): Promise<TurnoverLevel[]> =>
  db
    .selectFrom('buyer_levels')
    .selectAll()
    .where('turnover_micro', 'is not', null)
    .orderBy('sort', 'desc')
    .orderBy('id', 'desc')
    .$narrowType<{ turnover_micro: bigint }>()
    .execute();

/** What counts towards each level, by level and buyer. */
async function sumByLevel(
  { db, clock }: Ctx,
  levels: readonly Goal[],
  userIds: readonly bigint[],
  { sumTurnover }: Turnover,
): Promise<(level: Goal, userId: bigint) => bigint> {
  const sums = new Map<number | null, ReadonlyMap<bigint, bigint>>();
  for (const days of new Set(levels.map((level) => level.turnover_days))) {
    const since = days === null ? null : new Date(clock.now().getTime() - days * DAY_MS);
    sums.set(days, await sumTurnover(db, userIds, since));
  }
  return ({ turnover_days }, userId) => sums.get(turnover_days)!.get(userId) ?? 0n;
}

/** Of levels with the highest first, the first that what counts towards it reaches. */
const firstReached = <T extends Goal>(
  levels: readonly T[],
  sumOf: (level: Goal, userId: bigint) => bigint,
  userId: bigint,
): T | undefined => levels.find((level) => sumOf(level, userId) >= level.turnover_micro);

/** The caller's level, and how far the next one is that turnover reaches. */
export async function readOwnLevel(ctx: Ctx, turnover: Turnover): Promise<Data<'readOwnLevel'>> {
  const { db, language } = ctx;
  const { userId } = requireUser(ctx.actor);
  const { level_id, level_held: isHeld } = await db
    .selectFrom('users')
    .select(['level_id', 'level_held'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const level = (await runQuery(db, allLevels)).get(level_id ?? 0n);
  const turnoverLevels = await findTurnoverLevels(db);
  const isFixed = isHeld || (level && !turnoverLevels.some(({ id }) => id === level.id));
  const levels = isFixed ? [] : turnoverLevels;
  const reached = await sumByLevel(ctx, levels, [userId], turnover);
  const place = levels.findIndex(({ id }) => id === level?.id);
  const next = (place < 0 ? levels : levels.slice(0, place)).at(-1);
  return {
    level: level ? presentLevelTerms(level, language) : null,
    is_held: isHeld,
    next: next
      ? {
          ...presentLevelTerms({ ...next, basisPoints: next.discount_basis_points }, language),
          turnover: formatMicro(next.turnover_micro),
          turnover_days: next.turnover_days,
          reached: formatMicro(reached(next, userId)),
        }
      : null,
  };
}

const EVERY_MS = 5 * SECOND_MS;
/** Whoever has not run for so long may have missed what another process added up and did not come to assign. */
const AWAY_MS = MINUTE_MS;
/** Levels of a number of days also end without an order. */
const LOOK_AGAIN_MS = HOUR_MS;
const STEP = 200;

/**
 * Gives each buyer the highest level that their turnover reaches, or none; levels that an operator holds, or that no
 * turnover reaches, stay. Whoever has ordered is looked at within seconds, whoever has a level every hour, and everybody
 * at the start, once the levels have changed, and where another process led meanwhile.
 */
export function createAssignLevelsJob(ctx: Ctx, turnover: Turnover): Job {
  let seenLevels = '';
  const changed: bigint[] = [];
  let pass: Pass | null = null;
  let nextPassAt = 0;
  let lastRunAt = 0;
  const run = async () => {
    const now = ctx.clock.now();
    const levels = await findTurnoverLevels(ctx.db);
    const described = JSON.stringify(
      levels.map(({ id, ...level }) => [
        String(id),
        String(level.turnover_micro),
        level.turnover_days,
        level.sort,
      ]),
    );
    const isNew = described !== seenLevels || now.getTime() - lastRunAt > AWAY_MS;
    lastRunAt = now.getTime();
    if (isNew) pass = levels.length === 0 ? null : { after: 0n, ofAll: true };
    else if (now.getTime() >= nextPassAt && levels.length > 0) pass ??= { after: 0n, ofAll: false };
    if (isNew || pass) nextPassAt = now.getTime() + LOOK_AGAIN_MS;
    seenLevels = described;
    if (levels.length === 0) return { more: false };
    const { userIds: added, more } = await turnover.addUp(ctx);
    changed.push(...added);
    while (changed.length > 0) {
      await assignLevels(ctx, levels, changed.slice(0, STEP), turnover);
      changed.splice(0, STEP);
    }
    if (more || !pass) return { more };
    const userIds = await findFreeUsers(ctx.db, pass);
    await assignLevels(ctx, levels, userIds, turnover);
    pass = userIds.length < STEP ? null : { ...pass, after: userIds.at(-1)! };
    return { more: pass !== null };
  };
  return { name: 'assign levels', everyMs: EVERY_MS, run };
}

/** A look at all buyers, or only at those with a level, by their ids. */
type Pass = { readonly after: bigint; readonly ofAll: boolean };

/** The next users of a pass whose level is not held. */
async function findFreeUsers(db: Db, { after, ofAll }: Pass): Promise<bigint[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('id', '>', after)
    .where('level_held', '=', false)
    .$if(!ofAll, (query) => query.where('level_id', 'is not', null))
    .orderBy('id')
    .limit(STEP)
    .execute();
  return rows.map(({ id }) => id);
}

type WantedLevel = Pick<BuyerLevelRow, 'id' | 'sort' | 'turnover_micro' | 'turnover_days'>;

/** The levels that buyers would have by their turnover if this level were as `wanted`; without those whose level is held. */
export async function findReached(
  ctx: Ctx,
  userIds: readonly bigint[],
  wanted: WantedLevel,
  turnover: Turnover,
): Promise<Map<bigint, bigint | null>> {
  const others = (await findTurnoverLevels(ctx.db)).filter(({ id }) => id !== wanted.id);
  const levels = [...others, wanted].filter(isByTurnover).toSorted(highestFirst);
  const reached = new Map<bigint, bigint | null>();
  for (let at = 0; at < userIds.length; at += STEP) {
    const free = await findFree(ctx.db, userIds.slice(at, at + STEP));
    const sumOf = await sumByLevel(ctx, levels, free, turnover);
    for (const id of free) reached.set(id, firstReached(levels, sumOf, id)?.id ?? null);
  }
  return reached;
}

const isByTurnover = <T extends WantedLevel>(level: T): level is T & { readonly turnover_micro: bigint } =>
  level.turnover_micro !== null;

/** As `findTurnoverLevels` has them. */
const highestFirst = (a: WantedLevel, b: WantedLevel): number => b.sort - a.sort || (a.id < b.id ? 1 : -1);

/** Turnover decides of the level of these `users`. */
const byTurnover = sql`not level_held and (level_id is null
  or exists (select from buyer_levels where id = level_id and turnover_micro is not null))`;

async function findFree(db: Db, userIds: readonly bigint[]): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    select id from users where id = any(${idArray(userIds)}::bigint[]) and ${byTurnover}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Sets the levels of these users by their turnover, each change with an audit entry. */
async function assignLevels(
  ctx: Ctx,
  levels: readonly TurnoverLevel[],
  userIds: readonly bigint[],
  turnover: Turnover,
): Promise<void> {
  if (userIds.length === 0) return;
  const sumOf = await sumByLevel(ctx, levels, userIds, turnover);
  const levelOf = (userId: bigint) => firstReached(levels, sumOf, userId);
  await inTransaction(ctx, async (step) => {
    const changes = (await lockFreeUsers(step.db, userIds)).filter(
      ({ id, level_id }) => level_id !== (levelOf(id)?.id ?? null),
    );
    for (const { id, level_id } of changes) {
      const after = levelOf(id)?.id ?? null;
      await step.db.updateTable('users').set({ level_id: after }).where('id', '=', id).execute();
      step.live.publish({ to: id, name: 'session', data: {} });
      await recordAudit(step, {
        action: 'user.level',
        subject: `user:${id}`,
        before: { level_id: level_id?.toString() ?? null, held: false },
        after: { level_id: after?.toString() ?? null, held: false },
      });
    }
  });
}

/** Those whose level turnover decides, in the order of their ids, so that none deadlock. */
async function lockFreeUsers(
  db: Db,
  userIds: readonly bigint[],
): Promise<{ readonly id: bigint; readonly level_id: bigint | null }[]> {
  const { rows } = await sql<{ id: bigint; level_id: bigint | null }>`
    select id, level_id from users where id = any(${idArray(userIds)}::bigint[]) and ${byTurnover}
    order by id for no key update`.execute(db);
  return rows;
}
