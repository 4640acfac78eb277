import {
  formatMicro,
  parseMicro,
  paths,
  type Data,
  type Input,
  type RedeemBatch,
  type RedeemBatchState,
} from '@portside/contract';
import {
  formatRedeemCode,
  REDEEM_ALPHABET,
  REDEEM_BODY,
  redeemCheckOf,
} from '@portside/contract/redeem-codes';
import { sql } from 'kysely';
import { randomInt } from 'node:crypto';
import { requireUser, type Actor } from '../../platform/actor.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { DAY_MS } from '../../platform/clock.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { byteaArray } from '../../platform/db/arrays.ts';
import type { Db } from '../../platform/db/db.ts';
import { cutPage, readIdCursor } from '../../platform/lists/by-id.ts';
import { refuse, refuseField } from '../../platform/refusal.ts';
import { findProposals, presentProposal, propose, type Approved } from '../approvals/index.ts';
import { readSetting } from '../settings/index.ts';
import {
  hashRedeemCode,
  listBatchRows,
  lockRedeemBatches,
  sumMade,
  type RedeemBatchRow,
} from './redeem-codes.sql.ts';

const subjectOf = (id: bigint): string => `redeemBatch:${id}`;

/** Batches of redeem codes, newest first. */
export async function listRedeemBatches(
  { db, actor }: Ctx,
  { query }: Input<'listRedeemBatches'>,
): Promise<Data<'listRedeemBatches'>> {
  const rows = await listBatchRows(db, { before: readIdCursor(query.cursor) }, query.limit + 1);
  const { shown, nextCursor } = cutPage(rows, query.limit);
  return { items: shown.map((row) => present(row, actor)), next_cursor: nextCursor, total: null };
}

type NewBatch = Input<'createRedeemBatch'> & { readonly idempotencyKey: string };

/**
 * Creates a batch without its codes, which are made once it is approved: at once while the caller's batches of 24 hours
 * stay within the worth that one admin can make alone, else by a second person. A repeated key answers the same batch.
 * Refuses a key of another batch (keyReused), an end before the start (invalidFormat) and a worth beyond what all
 * admins together can make within 24 hours (amountOutOfRange).
 */
export async function createRedeemBatch(
  ctx: Ctx,
  { body, idempotencyKey }: NewBatch,
): Promise<Data<'createRedeemBatch'>> {
  const { userId } = requireUser(ctx.actor);
  const valueMicro = parseMicro(body.value);
  const worthMicro = valueMicro * BigInt(body.codes);
  return inTransaction(ctx, async (step) => {
    const { db, clock } = step;
    await lockRedeemBatches(db);
    const known = await findByKey(db, userId, idempotencyKey);
    if (known) return isSame(known, body) ? presentProposed(step, known) : refuse('keyReused');
    const startsAt = body.starts_at === undefined ? clock.now() : new Date(body.starts_at);
    const endsAt = body.ends_at === undefined ? null : new Date(body.ends_at);
    if (endsAt && endsAt <= startsAt) refuseField('invalidFormat', 'ends_at', 'small');
    await requireWithinDay(step, worthMicro);
    const isAlone = await mayMakeAlone(step, userId, worthMicro);
    const { id } = await db
      .insertInto('redeem_batches')
      .values({
        note: body.note,
        value_micro: valueMicro,
        codes: body.codes,
        starts_at: startsAt,
        ends_at: endsAt,
        created_by: userId,
        created_at: clock.now(),
        idempotency_key: idempotencyKey,
        is_alone: isAlone,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const terms = {
      batch: id.toString(),
      note: body.note,
      codes: body.codes,
      value: formatMicro(valueMicro),
      worth: formatMicro(worthMicro),
      starts_at: startsAt.toISOString(),
      ends_at: endsAt?.toISOString() ?? null,
    };
    const proposal = await propose(step, {
      kind: 'redeemBatchApproved',
      subject: subjectOf(id),
      terms,
      reason: body.note,
      action: paths.createRedeemBatch[2],
      isWithinLimit: isAlone,
    });
    await db.updateTable('redeem_batches').set({ proposal_id: proposal.id }).where('id', '=', id).execute();
    const after = { ...terms, alone: isAlone };
    await recordAudit(step, { action: 'redeemBatch.create', subject: subjectOf(id), after });
    return presentProposed(step, await getBatch(db, id));
  });
}

async function findByKey(db: Db, userId: bigint, key: string): Promise<RedeemBatchRow | undefined> {
  const row = await db
    .selectFrom('redeem_batches')
    .select('id')
    .where('created_by', '=', userId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
  return row && getBatch(db, row.id);
}

/** Without a start of its own, a repeated call means the first one's. */
const isSame = (row: RedeemBatchRow, body: NewBatch['body']): boolean =>
  row.note === body.note &&
  row.value_micro === parseMicro(body.value) &&
  row.codes === body.codes &&
  (body.starts_at === undefined || row.starts_at.getTime() === new Date(body.starts_at).getTime()) &&
  row.ends_at?.getTime() === (body.ends_at === undefined ? undefined : new Date(body.ends_at).getTime());

/** Refuses (amountOutOfRange) a worth that takes the batches of the last 24 hours beyond the setting. */
async function requireWithinDay({ db, clock }: Ctx, worthMicro: bigint): Promise<void> {
  const madeMicro = await sumMade(db, new Date(clock.now().getTime() - DAY_MS));
  if (madeMicro + worthMicro > (await readSetting(db, 'redeemMaximumMicro')))
    refuse('amountOutOfRange', 'redeem codes within a day');
}

async function mayMakeAlone({ db, clock }: Ctx, userId: bigint, worthMicro: bigint): Promise<boolean> {
  const madeMicro = await sumMade(db, new Date(clock.now().getTime() - DAY_MS), userId);
  return madeMicro + worthMicro <= (await readSetting(db, 'redeemAloneMaximumMicro'));
}

/** Amounts in USDT. */
type RedeemBatchTerms = {
  readonly batch: string;
  readonly note: string;
  readonly codes: number;
  readonly value: string;
  readonly worth: string;
  readonly starts_at: string;
  readonly ends_at: string | null;
};

/**
 * Lets the codes of a batch be made. Checks the limit of a day again (amountOutOfRange): other batches may have been
 * approved since this one was proposed.
 */
export async function approveBatch(ctx: Ctx, { terms }: Approved<RedeemBatchTerms>): Promise<void> {
  await lockRedeemBatches(ctx.db);
  await requireWithinDay(ctx, parseMicro(terms.worth));
  await ctx.db
    .updateTable('redeem_batches')
    .set({ approved_at: ctx.clock.now() })
    .where('id', '=', BigInt(terms.batch))
    .execute();
}

/**
 * Makes the codes of an approved batch and answers with them, once; only hashes are kept. Refuses anyone but its creator
 * (noPermission), and a batch that waits for approval (proposalOpen), was rejected (proposalSettled), has its codes
 * (dataExists), is void (redeemCodeVoid) or has ended (redeemCodeExpired).
 */
export async function issueRedeemCodes(
  ctx: Ctx,
  { params }: Input<'issueRedeemCodes'>,
): Promise<Data<'issueRedeemCodes'>> {
  const { userId } = requireUser(ctx.actor);
  return inTransaction(ctx, async (step) => {
    const { db, clock, keyring } = step;
    const row = await lockBatch(db, BigInt(params.id));
    if (row.created_by !== userId) refuse('noPermission', 'codes go to their batch’s creator');
    requireState(row, 'ready');
    if (row.ends_at !== null && row.ends_at <= clock.now()) refuse('redeemCodeExpired');
    const codes = new Set<string>();
    while (codes.size < row.codes) codes.add(newRedeemCode());
    const hashes = [...codes].map((code) => hashRedeemCode(keyring, code));
    await sql`insert into redeem_codes (batch_id, code_hash)
      select ${row.id}::bigint, unnest(${byteaArray(hashes)}::bytea[])`.execute(db);
    await db.updateTable('redeem_batches').set({ issued_at: clock.now() }).where('id', '=', row.id).execute();
    await recordAudit(step, {
      action: 'redeemBatch.issue',
      subject: subjectOf(row.id),
      after: { codes: row.codes, value: formatMicro(row.value_micro) },
    });
    const batch = present(await getBatch(db, row.id), ctx.actor);
    return { batch, codes: [...codes].map(formatRedeemCode) };
  });
}

function newRedeemCode(): string {
  const body = Array.from({ length: REDEEM_BODY }, () => REDEEM_ALPHABET[randomInt(REDEEM_ALPHABET.length)]);
  return body.join('') + redeemCheckOf(body.join(''));
}

/**
 * Voids the unused codes of a batch; repeated, it answers the same. Refuses one that waits for approval (proposalOpen)
 * or was rejected (proposalSettled).
 */
export async function voidRedeemBatch(ctx: Ctx, { params }: Input<'voidRedeemBatch'>): Promise<RedeemBatch> {
  return inTransaction(ctx, async (step) => {
    const { db, clock } = step;
    const row = await lockBatch(db, BigInt(params.id));
    if (stateOf(row) !== 'void') {
      requireState(row, 'ready', 'issued');
      await db
        .updateTable('redeem_batches')
        .set({ voided_at: clock.now() })
        .where('id', '=', row.id)
        .execute();
      const after = { used: row.used, unused: row.codes - row.used, value: formatMicro(row.value_micro) };
      await recordAudit(step, { action: 'redeemBatch.void', subject: subjectOf(row.id), after });
    }
    return present(await getBatch(db, row.id), ctx.actor);
  });
}

/** Whoever redeems a code of it waits, or has been counted. Refuses an unknown batch (notFound). */
async function lockBatch(db: Db, id: bigint): Promise<RedeemBatchRow> {
  const known = await db
    .selectFrom('redeem_batches')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return known ? getBatch(db, id) : refuse('notFound');
}

async function getBatch(db: Db, id: bigint): Promise<RedeemBatchRow> {
  const [row] = await listBatchRows(db, { id }, 1);
  return row ?? refuse('notFound');
}

const REFUSED = {
  proposed: 'proposalOpen',
  ready: 'notFound',
  issued: 'dataExists',
  void: 'redeemCodeVoid',
  rejected: 'proposalSettled',
} as const;

function requireState(row: RedeemBatchRow, ...states: RedeemBatchState[]): void {
  const state = stateOf(row);
  if (!states.includes(state)) refuse(REFUSED[state], state);
}

function stateOf(row: RedeemBatchRow): RedeemBatchState {
  if (row.voided_at !== null) return 'void';
  if (row.issued_at !== null) return 'issued';
  if (row.approved_at !== null) return 'ready';
  return row.proposal_state !== null && REJECTED.has(row.proposal_state) ? 'rejected' : 'proposed';
}

/** Proposals in these states never let codes be made. */
const REJECTED: ReadonlySet<string> = new Set(['vetoed', 'expired', 'failed']);

const present = (row: RedeemBatchRow, reader: Actor): RedeemBatch => ({
  id: row.id.toString(),
  note: row.note,
  value: formatMicro(row.value_micro),
  worth: formatMicro(row.value_micro * BigInt(row.codes)),
  codes: row.codes,
  used: row.used,
  starts_at: row.starts_at.toISOString(),
  ends_at: row.ends_at?.toISOString() ?? null,
  state: stateOf(row),
  created_by: row.creator,
  is_own: reader.kind === 'user' && reader.userId === row.created_by,
  created_at: row.created_at.toISOString(),
  issued_at: row.issued_at?.toISOString() ?? null,
  voided_at: row.voided_at?.toISOString() ?? null,
});

/** With its proposal where that needs a second person. */
async function presentProposed({ db, actor }: Ctx, row: RedeemBatchRow): Promise<Data<'createRedeemBatch'>> {
  const isPending = row.proposal_id !== null && stateOf(row) === 'proposed';
  const [proposal] = isPending ? await findProposals(db, [row.proposal_id!]) : [];
  return { ...present(row, actor), proposal: proposal ? presentProposal(proposal, actor) : null };
}

declare module '../../platform/events.ts' {
  interface EventPayloads {
    redeemBatchApproved: Approved<RedeemBatchTerms>;
  }
}
