import {
  type Input,
  type Proposal,
  type CandidateReason,
  formatMicro,
  type Data,
  type DepositCandidate,
} from '@portside/contract';
import { requireUser } from '../../../platform/actor.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { refuse } from '../../../platform/refusal.ts';
import { presentProposal, propose, listTiedUsers } from '../../approvals/index.ts';
import { findUserByUsername } from '../../users/index.ts';
import { canMoveDeposit } from '../deposit-states.ts';
import { findDeposit, type DepositRow } from '../deposits.sql.ts';
import { shared, termsOf, type Keyed } from './decisions.ts';
import { DAY_MS } from '../../../platform/clock.ts';
import { loadSettings } from '../../settings/index.ts';
import { sql, type Insertable } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';

type Assignment = Input<'assignDeposit'> & Keyed;

/**
 * Credits an unmatched or held deposit to a user, and closes the top-up that it belongs to: at once where
 * `readSingleLimits` allows one admin to, otherwise as a proposal for a second person. A repeated call answers the same
 * proposal. Refuses an unknown or closed user (userDoesNotExist), an unknown deposit (notFound), one in another state
 * (depositTaken), one that its chain may have lost (paymentNotSeen), and a top-up that is no candidate of this user
 * (dataDoesNotExist).
 */
export async function assignDeposit(
  ctx: Ctx,
  { params, body, idempotencyKey }: Assignment,
  findCandidates: FindCandidates,
): Promise<Proposal> {
  const { userId: adminId } = requireUser(ctx.actor);
  return inTransaction(ctx, async (step) => {
    await lockSingleAssignmentsOf(step.db, adminId);
    const { deposit, candidates, mayAlone } = await readAssignment(step, params.id, findCandidates);
    const user = (await findUserByUsername(step.db, body.username)) ?? refuse('userDoesNotExist');
    if (user.status === 'closed') refuse('userDoesNotExist', 'closed');
    const own = ownCandidate(candidates, user.id, body.order_id);
    const isAlone = own !== undefined && mayAlone(own);
    const row = await propose(step, {
      ...shared(deposit, body.reason, idempotencyKey),
      kind: 'depositAssignmentApproved',
      terms: {
        ...termsOf(deposit),
        user_id: user.id.toString(),
        username: user.username,
        order_id: body.order_id ?? null,
      },
      beneficiaryId: user.id,
      isWithinLimit: isAlone,
      requirePossible: async () => requireAssignable(deposit, body.order_id, own),
    });
    if (isAlone && row.state === 'applied') {
      const { id: deposit_id, amount_micro } = deposit;
      const assigned = { deposit_id, amount_micro, admin_id: adminId, assigned_at: step.clock.now() };
      await insertSingleAssignment(step.db, assigned);
    }
    return presentProposal(row, ctx.actor);
  });
}

const ownCandidate = (
  candidates: readonly CreditCandidate[],
  userId: bigint,
  orderId: string | undefined,
): CreditCandidate | undefined =>
  candidates.find((one) => one.userId === userId && (orderId === undefined || one.orderId === orderId));

function requireAssignable(
  { state, is_confirmed: isConfirmed }: DepositRow,
  orderId: string | undefined,
  own: CreditCandidate | undefined,
): void {
  if (!canMoveDeposit(state, 'credited', 'admins')) refuse('depositTaken', state);
  if (!isConfirmed) refuse('paymentNotSeen', 'its chain may have lost it');
  if (orderId !== undefined && own === undefined) refuse('dataDoesNotExist', 'no candidate of this user');
}

/** A buyer to whom an unmatched deposit may belong, and the reason to suggest them. */
export type CreditCandidate = {
  readonly userId: bigint;
  readonly username: string;
  readonly reason: CandidateReason;
  /** When the buyer signed for the transaction, created the top-up or, by `namedHash`, named the transaction. */
  readonly at: Date;
  /** The top-up that would be closed, with what it still waited for; null by `signedClaim`. */
  readonly orderId: string | null;
  readonly wantedMicro: bigint | null;
  /** Whether no other user had a top-up of about the amount, whatever became of it since. */
  readonly isOnlyOne: boolean;
};

/** Candidates of a deposit, best first; supplied by a higher feature, which knows top-ups. */
export type FindCandidates = (ctx: Ctx, deposit: DepositRow) => Promise<readonly CreditCandidate[]>;

/**
 * Buyers to whom an unmatched deposit may belong, best first; none for any other. Refuses an unknown one (notFound).
 */
export async function listDepositCandidates(
  ctx: Ctx,
  { params, query }: Input<'listDepositCandidates'>,
  findCandidates: FindCandidates,
): Promise<Data<'listDepositCandidates'>> {
  const { deposit, candidates, mayAlone } = await readAssignment(ctx, params.id, findCandidates);
  const items = candidates.slice(0, query.limit).map((one) => present(deposit, one, mayAlone(one)));
  return { items, next_cursor: null, total: candidates.length };
}

async function readAssignment(ctx: Ctx, id: string, findCandidates: FindCandidates) {
  const deposit = (await findDeposit(ctx.db, BigInt(id))) ?? refuse('notFound');
  const candidates = deposit.state === 'unmatched' ? await findCandidates(ctx, deposit) : [];
  return { deposit, candidates, mayAlone: await readSingleLimits(ctx, deposit, candidates) };
}

const present = (
  { amount_micro: came }: DepositRow,
  { username, reason, at, orderId, wantedMicro: wanted }: CreditCandidate,
  atOnce: boolean,
): DepositCandidate => ({
  username,
  reason,
  at: at.toISOString(),
  order_id: orderId,
  wanted: wanted === null ? null : formatMicro(wanted),
  difference: wanted === null ? null : formatMicro(wanted > came ? wanted - came : came - wanted),
  at_once: atOnce,
});

/** Whether the acting admin may credit this deposit to a candidate without a second person. */
type MayAssignAlone = (candidate: CreditCandidate) => boolean;

/**
 * The rule of what one admin may credit alone: an unmatched deposit within the limits of the settings, each and
 * within 24 hours, to a candidate who is neither themselves nor set up by them, and only if no other buyer has a
 * proof or might have had one. Naming a transaction is free, so it proves nothing and blocks nobody; a top-up that is paid
 * needs no other payment.
 */
async function readSingleLimits(
  ctx: Ctx,
  { state, amount_micro: amountMicro }: DepositRow,
  candidates: readonly CreditCandidate[],
): Promise<MayAssignAlone> {
  const { db, clock, actor } = ctx;
  const { userId: adminId } = requireUser(actor);
  const tied = await listTiedUsers(ctx, adminId);
  const { singleAssignmentMaximumMicro: each, singleAssignmentDailyMaximumMicro: daily } =
    await loadSettings(db);
  const earlier = await sumSingleAssignments(db, adminId, new Date(clock.now().getTime() - DAY_MS));
  const isSmall = state === 'unmatched' && amountMicro <= each && earlier + amountMicro <= daily;
  const proven = candidates.filter(isProof);
  return (one) =>
    isSmall &&
    one.userId !== adminId &&
    !tied.has(one.userId) &&
    isProof(one) &&
    one.isOnlyOne &&
    proven.every(({ userId }) => userId === one.userId);
}

const isProof = ({ reason }: CreditCandidate): boolean => reason !== 'namedHash' && reason !== 'paidRecharge';

/** The first key of the locks by admin; differs from the number of every other advisory lock in the shop. */
const SINGLE_ASSIGNMENTS_LOCK = 7_006;

/**
 * Serializes what one admin credits alone, so that each counts the ones before it. Held to the end of the transaction.
 */
async function lockSingleAssignmentsOf(db: Db, adminId: bigint): Promise<void> {
  await sql`select pg_advisory_xact_lock(${SINGLE_ASSIGNMENTS_LOCK}::int, hashint8(${adminId}))`.execute(db);
}

/** What an admin has credited alone since then, in micro-USDT. */
async function sumSingleAssignments(db: Db, adminId: bigint, since: Date): Promise<bigint> {
  const { sum } = await db
    .selectFrom('single_assignments')
    .select(({ fn }) => fn.sum<string | null>('amount_micro').as('sum'))
    .where('admin_id', '=', adminId)
    .where('assigned_at', '>', since)
    .executeTakeFirstOrThrow();
  return BigInt(sum ?? 0);
}

async function insertSingleAssignment(db: Db, row: Insertable<SingleAssignmentsTable>): Promise<void> {
  await db.insertInto('single_assignments').values(row).execute();
}

type SingleAssignmentsTable = {
  deposit_id: bigint;
  admin_id: bigint;
  amount_micro: bigint;
  assigned_at: Date;
};

declare module '../../../platform/db/db.ts' {
  interface Database {
    single_assignments: SingleAssignmentsTable;
  }
}
