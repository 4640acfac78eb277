import { parseMicro, type AgentPayout, type Input } from '@portside/contract';
import { requireUser } from '../../platform/actor.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { recordCommissionPayout } from '../ledger/index.ts';
import { presentPayout, type PayoutRow } from './agents.sql.ts';

type PayoutInput = Input<'recordPayout'> & { readonly idempotencyKey: string };

/**
 * Records that an agent was paid; the shop itself transfers nothing. A repeated idempotency key answers with the same
 * payout. Refuses a key used for another payout (keyReused), more than the unpaid commission (balanceTooLow) and an
 * unknown agent (agentNotFound).
 */
export async function recordPayout(
  ctx: Ctx,
  { params, body, idempotencyKey }: PayoutInput,
): Promise<AgentPayout> {
  const { userId: paidBy } = requireUser(ctx.actor);
  const amountMicro = parseMicro(body.amount);
  return inTransaction(ctx, async (step) => {
    // Serialises the payouts of an agent.
    const { user_id: agentId } =
      (await step.db
        .selectFrom('agents')
        .select('user_id')
        .where('user_id', '=', BigInt(params.id))
        .forNoKeyUpdate()
        .executeTakeFirst()) ?? refuse('agentNotFound');
    const known = await step.db
      .selectFrom('agent_payouts')
      .selectAll()
      .where('agent_id', '=', agentId)
      .where('idempotency_key', '=', idempotencyKey)
      .executeTakeFirst();
    if (known) return isSame(known, amountMicro, body.note) ? presentPayout(known) : refuse('keyReused');
    const row = await step.db
      .insertInto('agent_payouts')
      .values({
        agent_id: agentId,
        amount_micro: amountMicro,
        note: body.note,
        idempotency_key: idempotencyKey,
        paid_by: paidBy,
        created_at: step.clock.now(),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await recordCommissionPayout(step, { payoutId: row.id, userId: agentId, amountMicro });
    const after = { payout: row.id, amount: body.amount, note: body.note };
    await recordAudit(step, { action: 'agent.payout', subject: `agent:${agentId}`, after });
    return presentPayout(row);
  });
}

const isSame = (row: PayoutRow, amountMicro: bigint, note: string): boolean =>
  row.amount_micro === amountMicro && row.note === note;
