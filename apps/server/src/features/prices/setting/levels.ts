import {
  formatMicro,
  parseMicro,
  type BuyerLevel,
  type Data,
  type Input,
  type Language,
} from '@portside/contract';
import { formatPercent, parsePercent } from '@portside/contract/wire/percent';
import { sql } from 'kysely';
import { mapNames, recordAudit, type NameById } from '../../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { brokenConstraint, type Db } from '../../../platform/db/db.ts';
import { pageOf } from '../../../platform/lists/pages.ts';
import { refuse, refuseField } from '../../../platform/refusal.ts';
import { withoutEmptyTexts } from '../../goods/index.ts';
import { listLevels, presentLevelName } from '../prices.ts';
import type { BuyerLevelRow } from '../prices.sql.ts';

/** Levels of buyers, the highest first. */
export async function listBuyerLevels(
  { db, language }: Ctx,
  { query }: Input<'listBuyerLevels'>,
): Promise<Data<'listBuyerLevels'>> {
  const rows = await findLevels(db);
  return pageOf(
    rows.map((row) => presentLevel(row, language)),
    query,
  );
}

/** A new level, which no buyer has yet. Refuses days without a turnover (parameterError). */
export const createBuyerLevel = (ctx: Ctx, { body }: Input<'createBuyerLevel'>): Promise<BuyerLevel> =>
  inTransaction(ctx, (step) => writeLevel(step, null, body));

/** Replaces a level. Refuses an unknown one (notFound) and days without a turnover (parameterError). */
export const updateBuyerLevel = (
  ctx: Ctx,
  { params, body }: Input<'updateBuyerLevel'>,
): Promise<BuyerLevel> =>
  inTransaction(ctx, async (step) => writeLevel(step, await lockLevel(step.db, BigInt(params.id)), body));

/**
 * Refuses an unknown level (notFound) and one that a buyer has or that a price list, a product, a bonus or a coupon that
 * still counts is for (levelInUse). A coupon that is off or over keeps the level's id, and so is never for everybody.
 */
export async function deleteBuyerLevel(ctx: Ctx, { params }: Input<'deleteBuyerLevel'>): Promise<null> {
  return inTransaction(ctx, async (step) => {
    const before = await lockLevel(step.db, BigInt(params.id));
    await step.db
      .deleteFrom('buyer_levels')
      .where('id', '=', before.id)
      .execute()
      .catch((error: unknown) => {
        if (brokenConstraint(error) !== null) refuse('levelInUse');
        throw error;
      });
    await requireUnnamed(step, before.id);
    await step.events.announce(step, 'levelDeleted', { levelId: before.id });
    const subject = `level:${before.id}`;
    await recordAudit(step, { action: 'level.delete', subject, before: factsOf(before) });
    return null;
  });
}

/** Whoever names a level holds it (`holdLevels`): once it is deleted, all who did are seen. */
async function requireUnnamed({ db, clock }: Ctx, id: bigint): Promise<void> {
  const { rows } = await sql<{ is_named: boolean }>`
    select exists (select from goods where ${id} = any(level_ids))
      or exists (select from coupons where ${id} = any(level_ids)
        and is_on and (ends_at is null or ends_at > ${clock.now()})) as is_named`.execute(db);
  if (rows[0]!.is_named) refuse('levelInUse');
}

type LevelInput = Input<'createBuyerLevel'>['body'];

async function writeLevel(step: Ctx, before: BuyerLevelRow | null, input: LevelInput): Promise<BuyerLevel> {
  const { db } = step;
  const values = parseLevel(input);
  const { id } = before
    ? await db
        .updateTable('buyer_levels')
        .set(values)
        .where('id', '=', before.id)
        .returning('id')
        .executeTakeFirstOrThrow()
    : await db.insertInto('buyer_levels').values(values).returning('id').executeTakeFirstOrThrow();
  const [after] = await findLevels(db, id);
  await recordAudit(step, {
    action: before ? 'level.update' : 'level.create',
    subject: `level:${id}`,
    before: before && factsOf(before),
    after: factsOf(after!),
  });
  return presentLevel(after!, step.language);
}

function parseLevel({ names, colour, discount_percent, turnover, turnover_days, sort }: LevelInput) {
  const name = withoutEmptyTexts(names);
  if (Object.keys(name).length === 0) refuseField('missingParameters', 'names', 'missing');
  if (turnover_days !== undefined && turnover === undefined)
    refuseField('parameterError', 'turnover', 'missing');
  return {
    name: JSON.stringify(name),
    colour,
    discount_basis_points: parsePercent(discount_percent),
    turnover_micro: turnover === undefined ? null : parseMicro(turnover),
    turnover_days: turnover_days ?? null,
    sort,
  };
}

type CountedLevel = BuyerLevelRow & { readonly buyers: number };

/** The highest first; of one level, that alone. */
async function findLevels(db: Db, id?: bigint): Promise<CountedLevel[]> {
  const { rows } = await sql<CountedLevel>`
    select level.*, (select count(*)::int from users where level_id = level.id) as buyers
    from buyer_levels level where ${id === undefined ? sql`true` : sql`id = ${id}`}
    order by sort desc, id desc`.execute(db);
  return rows;
}

const lockLevel = async (db: Db, id: bigint): Promise<BuyerLevelRow> =>
  (await db
    .selectFrom('buyer_levels')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()) ?? refuse('notFound', 'level');

const factsOf = (row: BuyerLevelRow) => ({
  names: row.name,
  colour: row.colour,
  discount: formatPercent(row.discount_basis_points),
  turnover: row.turnover_micro === null ? null : formatMicro(row.turnover_micro),
  turnoverDays: row.turnover_days,
  sort: row.sort,
});

const presentLevel = (row: CountedLevel, language: Language): BuyerLevel => ({
  ...presentLevelName(row, language),
  names: row.name,
  discount_percent: formatPercent(row.discount_basis_points),
  turnover: row.turnover_micro === null ? null : formatMicro(row.turnover_micro),
  turnover_days: row.turnover_days,
  sort: row.sort,
  buyers: row.buyers,
});

/** Levels by their names: all of them, for there are few. */
export const nameLevels: NameById = async (ctx) => mapNames(await listLevels(ctx));

/**
 * Sets a buyer's level by hand, or takes it away. Held, turnover does not change it. Refuses an unknown user
 * (userDoesNotExist) or level (notFound).
 */
export async function setUserLevel(ctx: Ctx, { params, body }: Input<'setUserLevel'>): Promise<null> {
  return inTransaction(ctx, async (step) => {
    const { db } = step;
    const id = BigInt(params.id);
    const levelId = body.level_id === undefined ? null : BigInt(body.level_id);
    const before = await db
      .selectFrom('users')
      .select(['level_id', 'level_held'])
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!before) return refuse('userDoesNotExist');
    await db
      .updateTable('users')
      .set({ level_id: levelId, level_held: body.held })
      .where('id', '=', id)
      .execute()
      .catch((error: unknown) => {
        if (brokenConstraint(error) === 'users_level') refuse('notFound', 'level');
        throw error;
      });
    step.live.publish({ to: id, name: 'session', data: {} });
    await recordAudit(step, {
      action: 'user.level',
      subject: `user:${id}`,
      before: { level_id: before.level_id?.toString() ?? null, held: before.level_held },
      after: { level_id: levelId?.toString() ?? null, held: body.held },
    });
    return null;
  });
}
