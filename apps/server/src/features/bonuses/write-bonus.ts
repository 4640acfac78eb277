import { createHash } from 'node:crypto';
import { parseMicro, paths, type Bonus, type Data, type Input, type Proposal } from '@portside/contract';
import { needsSecondPerson, type BonusTier } from '@portside/contract/wire/bonus';
import { parsePercent } from '@portside/contract/wire/percent';
import { sql } from 'kysely';
import { changedFacts, recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import type { EventPayloads } from '../../platform/events.ts';
import { refuse, refuseField } from '../../platform/refusal.ts';
import { presentProposal, propose, vetoOpenProposal, type Approved } from '../approvals/index.ts';
import { holdLevels, listLevels } from '../prices/index.ts';
import { replaceTiers } from './bonuses.sql.ts';
import { getBonus } from './list-bonuses.ts';

type BonusInput = Omit<Input<'createBonus'>['body'], 'reason'>;

/**
 * Creates a bonus on top-ups. One that gives more than one person may decide (`needsSecondPerson`) is proposed. Refuses
 * tiers that begin at the same amount, earn more than that, or earn not exactly one of percent and amount, levels that
 * there are not, and an end before the start (invalidFormat).
 */
export const createBonus = (
  ctx: Ctx,
  { body: { reason, ...input } }: Input<'createBonus'>,
): Promise<Data<'createBonus'>> => writeOrPropose(ctx, null, input, reason);

/**
 * Replaces a bonus, or proposes that; what was given stays. A change by one person vetoes what is proposed of it.
 * Refuses what `createBonus` refuses, and an unknown one (notFound).
 */
export const updateBonus = (
  ctx: Ctx,
  { params, body: { reason, ...input } }: Input<'updateBonus'>,
): Promise<Data<'updateBonus'>> => writeOrPropose(ctx, params.id, input, reason);

const KIND = 'bonusApproved';

/** Of a new one by what it is: several can be proposed side by side, and the same one once. */
function subjectOf(id: string | null, input: BonusInput): string {
  if (id !== null) return `bonus:${id}`;
  return `bonus:new-${createHash('sha256').update(JSON.stringify(input)).digest('hex').slice(0, 16)}`;
}

/** What is proposed of a bonus is locked before the bonus, as by an approval. */
async function writeOrPropose(
  ctx: Ctx,
  id: string | null,
  input: BonusInput,
  reason = '',
): Promise<Data<'createBonus'>> {
  const tiers = readTiers(input);
  const isProposed = input.is_on && tiers.some(needsSecondPerson);
  return inTransaction(ctx, async (step) => {
    if (id !== null && !isProposed) {
      const subject = subjectOf(id, input);
      await vetoOpenProposal(step, { kind: KIND, subject, by: null }, 'the bonus has changed');
    }
    const before = id === null ? null : await lockBonus(step, id);
    const wanted = await readBonus(step, input, before);
    if (!isProposed) return { bonus: await writeBonus(step, wanted, before), proposal: null };
    return { bonus: null, proposal: await proposeBonus(step, id, input, reason) };
  });
}

/** Until the transaction ends, nobody else changes it. Refuses an unknown one (notFound). */
async function lockBonus(ctx: Ctx, id: string): Promise<Bonus> {
  await ctx.db.selectFrom('bonuses').select('id').where('id', '=', BigInt(id)).forNoKeyUpdate().execute();
  return getBonus(ctx, BigInt(id));
}

type WantedBonus = Awaited<ReturnType<typeof readBonus>>;

async function readBonus({ db, clock }: Ctx, input: BonusInput, before: Bonus | null) {
  const starts_at = startOf(input, before, clock.now());
  const ends_at = input.ends_at === undefined ? null : new Date(input.ends_at);
  if (ends_at && ends_at <= starts_at) refuseField('invalidFormat', 'ends_at', 'small');
  const levels = [...new Set(input.levels.map(BigInt))];
  if ((await holdLevels(db, levels)).length < levels.length) refuseField('invalidFormat', 'levels', 'wrong');
  const row = { name: input.name, level_ids: levels, starts_at, ends_at, is_on: input.is_on };
  return { row, tiers: readTiers(input) };
}

/** A start that is moved is never in the past: nobody makes a bonus for payments that were made already. */
function startOf({ starts_at: wanted }: BonusInput, before: Bonus | null, now: Date): Date {
  const [start, kept] = [wanted, before?.starts_at].map((time) =>
    time === undefined ? null : new Date(time),
  );
  if (kept && (!start || start.getTime() === kept.getTime())) return kept;
  return start && start > now ? start : now;
}

function readTiers({ tiers }: BonusInput): BonusTier[] {
  const read = tiers.map(({ from, percent, amount }, at) => {
    if ((percent === undefined) === (amount === undefined))
      refuseField('invalidFormat', `tiers.${at}.amount`, percent === undefined ? 'missing' : 'wrong');
    const tier = {
      fromMicro: parseMicro(from),
      basisPoints: percent === undefined ? null : parsePercent(percent),
      amountMicro: amount === undefined ? null : parseMicro(amount),
    };
    if ((tier.amountMicro ?? 0n) > tier.fromMicro)
      refuseField('invalidFormat', `tiers.${at}.amount`, 'large');
    return tier;
  });
  const twice = read.findIndex(({ fromMicro }, at) =>
    read.slice(0, at).some((earlier) => earlier.fromMicro === fromMicro),
  );
  if (twice !== -1) refuseField('invalidFormat', `tiers.${twice}.from`, 'twice');
  return read;
}

async function writeBonus(ctx: Ctx, { row, tiers }: WantedBonus, before: Bonus | null): Promise<Bonus> {
  const { db, clock } = ctx;
  const query = before
    ? db.updateTable('bonuses').set(row).where('id', '=', BigInt(before.id)).returning('id')
    : db
        .insertInto('bonuses')
        .values({ ...row, created_at: clock.now() })
        .returning('id');
  const { id } = await query.executeTakeFirstOrThrow();
  await replaceTiers(db, id, tiers);
  const bonus = await getBonus(ctx, id);
  const facts = changedFacts(before ? factsOf(before) : {}, factsOf(bonus));
  await recordAudit(ctx, {
    action: before ? 'bonus.update' : 'bonus.create',
    subject: `bonus:${id}`,
    ...(before ? facts : { after: facts.after }),
  });
  return bonus;
}

/** Null: a new bonus, for all buyers, from the approval on, without an end. `input` is what was asked, as JSON. */
type BonusTerms = {
  readonly bonus: string | null;
  readonly name: string;
  readonly tiers: string;
  readonly levels: string | null;
  readonly starts_at: string | null;
  readonly ends_at: string | null;
  readonly input: string;
};

declare module '../../platform/events.ts' {
  interface EventPayloads {
    bonusApproved: Approved<BonusTerms>;
  }
}

async function proposeBonus(
  ctx: Ctx,
  id: string | null,
  input: BonusInput,
  reason: string,
): Promise<Proposal> {
  const names = new Map((await listLevels(ctx)).map((level) => [level.id.toString(), level.name]));
  const row = await propose(ctx, {
    kind: KIND,
    subject: subjectOf(id, input),
    terms: {
      bonus: id,
      name: input.name,
      tiers: describeTiers(input.tiers),
      levels: input.levels.length === 0 ? null : input.levels.map((level) => names.get(level)).join(', '),
      starts_at: input.starts_at ?? null,
      ends_at: input.ends_at ?? null,
      input: JSON.stringify(input),
    },
    reason,
    action: paths.updateBonus[2],
  });
  return presentProposal(row, ctx.actor);
}

/** Writes a bonus that a second person approved. Refuses what `createBonus` refuses by now. */
export const onBonusApproved = (ctx: Ctx, { terms }: Approved<BonusTerms>): Promise<void> =>
  inTransaction(ctx, async (step) => {
    const before = terms.bonus === null ? null : await lockBonus(step, terms.bonus);
    await writeBonus(step, await readBonus(step, JSON.parse(terms.input) as BonusInput, before), before);
  });

/** A bonus for that level alone would be for nobody. Refuses (levelInUse). */
export async function refuseNamedLevel(
  { db }: Ctx,
  { levelId }: EventPayloads['levelDeleted'],
): Promise<void> {
  const { rows } = await sql`select from bonuses where ${levelId} = any(level_ids) limit 1`.execute(db);
  if (rows.length > 0) refuse('levelInUse', 'bonus');
}

type TierTexts = {
  readonly from: string;
  readonly percent?: string | null | undefined;
  readonly amount?: string | null | undefined;
};

/** "100: 5, 500: 6 %" */
const describeTiers = (tiers: readonly TierTexts[]): string =>
  tiers.map(({ from, percent, amount }) => `${from}: ${amount ?? `${percent} %`}`).join(', ');

/** As the audit log tells of it. */
const factsOf = ({ name, tiers, levels, starts_at, ends_at, is_on }: Bonus) => ({
  name,
  bonus_tiers: describeTiers(tiers),
  levels: levels.join(', '),
  starts_at,
  ends_at,
  is_on,
});
