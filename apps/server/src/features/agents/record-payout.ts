import { formatMicro, parseMicro, paths, type AgentPayout, type Data, type Input } from '@portside/contract';
import { sql } from 'kysely';
import { requireUser } from '../../platform/actor.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { DAY_MS } from '../../platform/clock.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { refuse } from '../../platform/refusal.ts';
import { findProposals, presentProposal, propose, type Approved } from '../approvals/index.ts';
import { lockCommissionAccount, recordCommissionPayout } from '../ledger/index.ts';
import { readSetting } from '../settings/index.ts';
import { presentPayout, type PayoutRow } from './agents.sql.ts';
import type { AgentFacts } from './read-agents.ts';

type PayoutInput = Input<'recordPayout'> & { readonly idempotencyKey: string };

/** Exactly this is approved. */
export type RecordedPayoutTerms = {
  readonly agent_id: string;
  readonly agent: string;
  readonly amount: string;
  readonly note: string;
  readonly key: string;
};

/** Differs from the number of every other advisory lock in the shop. */
const APPROVALS_LOCK = 747;

/** Each of an admin's approvals counts the ones before it. */
export async function lockPayoutApprovals(db: Db, userId: bigint): Promise<void> {
  await sql`select pg_advisory_xact_lock(${APPROVALS_LOCK}::int, hashint8(${userId}))`.execute(db);
}

/** What an admin has recorded as paid, or approved of that, since then. */
export async function sumRecordedPayouts(db: Db, userId: bigint, since: Date): Promise<bigint> {
  const { sum } = await db
    .selectFrom('agent_payouts')
    .select(({ fn }) => fn.sum<string | null>('amount_micro').as('sum'))
    .where('approved_by', '=', userId)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return BigInt(sum ?? 0);
}

/**
 * Records that an agent was paid, at once or with a second person's approval; the shop itself transfers nothing. A
 * repeated idempotency key answers with the same payout. Refuses a key used for another payout (keyReused), more than
 * the unpaid commission (balanceTooLow), the agent (secondPersonNeeded) and an unknown agent (agentNotFound).
 */
export async function recordPayout(
  ctx: Ctx,
  facts: Pick<AgentFacts, 'sumApproved'>,
  { params, body, idempotencyKey }: PayoutInput,
): Promise<Data<'recordPayout'>> {
  const { userId } = requireUser(ctx.actor);
  const amountMicro = parseMicro(body.amount);
  return inTransaction(ctx, async (step) => {
    const { db, clock } = step;
    await lockPayoutApprovals(db, userId);
    const agent =
      (await db
        .selectFrom('agents')
        .innerJoin('users', 'users.id', 'agents.user_id')
        .select(['agents.user_id', 'users.username', 'agents.platform_name'])
        .where('agents.user_id', '=', BigInt(params.id))
        .executeTakeFirst()) ?? refuse('agentNotFound');
    const known = await findPayout(db, agent.user_id, idempotencyKey);
    if (known) return isSame(known, amountMicro, body.note) ? present(known) : refuse('keyReused');
    if (agent.user_id === userId) refuse('secondPersonNeeded', 'their own payout');
    const since = new Date(clock.now().getTime() - DAY_MS);
    const done =
      (await sumRecordedPayouts(db, userId, since)) + (await facts.sumApproved(step, userId, since));
    const row = await propose(step, {
      kind: 'recordedPayoutApproved',
      // Several at a time, each by its key.
      subject: `agent:${agent.user_id}/${idempotencyKey}`,
      terms: {
        agent_id: agent.user_id.toString(),
        agent: agent.username,
        amount: formatMicro(amountMicro),
        note: body.note,
        key: idempotencyKey,
      },
      reason: agent.platform_name,
      action: paths.recordPayout[2],
      beneficiaryId: agent.user_id,
      isWithinLimit: amountMicro <= (await readSetting(db, 'payoutApprovalAboveMicro')) - done,
      requirePossible: async () => {
        const account = await lockCommissionAccount(db, agent.user_id);
        if (!account || account.balanceMicro < amountMicro) refuse('balanceTooLow', 'commission');
      },
    });
    const made = await findPayout(db, agent.user_id, idempotencyKey);
    if (made) return present(made);
    const proposed = { amount: body.amount, note: body.note, created_at: row.proposed_at.toISOString() };
    return { id: '0', ...proposed, proposal: presentProposal(row, step.actor) };
  });
}

const present = (row: PayoutRow): AgentPayout & { proposal: null } => ({
  ...presentPayout(row),
  proposal: null,
});

const findPayout = (db: Db, agentId: bigint, key: string): Promise<PayoutRow | undefined> =>
  db
    .selectFrom('agent_payouts')
    .selectAll()
    .where('agent_id', '=', agentId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();

/** Records the payout of an approved proposal. Refuses more than the unpaid commission by then (balanceTooLow). */
export const onRecordedPayoutApproved = (
  ctx: Ctx,
  { proposalId, terms }: Approved<RecordedPayoutTerms>,
): Promise<void> =>
  inTransaction(ctx, async (step) => {
    const agentId = BigInt(terms.agent_id);
    const amountMicro = parseMicro(terms.amount);
    const [proposal] = await findProposals(step.db, [proposalId]);
    const by = proposal?.approved_by ?? proposal?.proposed_by ?? refuse('secondPersonNeeded');
    if (by === agentId) refuse('secondPersonNeeded', 'their own payout');
    // Serialises the payouts of an agent.
    if (!(await lockCommissionAccount(step.db, agentId))) refuse('agentNotFound');
    const row = await step.db
      .insertInto('agent_payouts')
      .values({
        agent_id: agentId,
        amount_micro: amountMicro,
        note: terms.note,
        idempotency_key: terms.key,
        paid_by: proposal?.proposed_by ?? by,
        approved_by: by,
        created_at: step.clock.now(),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await recordCommissionPayout(step, { payoutId: row.id, userId: agentId, amountMicro });
    const after = { payout: row.id, amount: terms.amount, note: terms.note };
    await recordAudit(step, { action: 'agent.payout', subject: `agent:${agentId}`, after });
  });

const isSame = (row: PayoutRow, amountMicro: bigint, note: string): boolean =>
  row.amount_micro === amountMicro && row.note === note;
