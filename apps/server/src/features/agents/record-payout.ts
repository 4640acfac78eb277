import { formatMicro, parseMicro, type AgentPayout, type Input } from '@portside/contract';
import { requireUser } from '../../platform/actor.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { recordCommissionPayout } from '../ledger/index.ts';
import { findPayout, insertPayout, lockAgent, type PayoutRow } from './agents.sql.ts';

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
    const agentId = (await lockAgent(step.db, BigInt(params.id))) ?? refuse('agentNotFound');
    const known = await findPayout(step.db, agentId, idempotencyKey);
    if (known) return isSame(known, amountMicro, body.note) ? present(known) : refuse('keyReused');
    const row = await insertPayout(step.db, {
      agent_id: agentId,
      amount_micro: amountMicro,
      note: body.note,
      idempotency_key: idempotencyKey,
      paid_by: paidBy,
      created_at: step.clock.now(),
    });
    await recordCommissionPayout(step, { payoutId: row.id, userId: agentId, amountMicro });
    const after = { payout: row.id, amount: body.amount, note: body.note };
    await recordAudit(step, { action: 'agent.payout', subject: `agent:${agentId}`, after });
    return present(row);
  });
}

const isSame = (row: PayoutRow, amountMicro: bigint, note: string): boolean =>
  row.amount_micro === amountMicro && row.note === note;

const present = (row: PayoutRow): AgentPayout => ({
  id: row.id.toString(),
  amount: formatMicro(row.amount_micro),
  note: row.note,
  created_at: row.created_at.toISOString(),
});
