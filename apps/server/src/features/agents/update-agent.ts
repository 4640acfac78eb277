import type { Agent, Input } from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { updateAgentRow } from './agents.sql.ts';
import { auditAgent } from './audit-agent.ts';
import { parsePercent } from './percent.ts';
import { getAgent } from './read-agents.ts';

/**
 * Replaces an agent's name, contact, rate and state. The promotion code never changes: it is printed and remembered.
 * Refuses an unknown agent (agentNotFound).
 */
export async function updateAgent(ctx: Ctx, { params, body }: Input<'updateAgent'>): Promise<Agent> {
  requireAction(ctx.actor, 'agent.write');
  return inTransaction(ctx, async (step) => {
    const before = await getAgent(step, BigInt(params.id));
    await updateAgentRow(step.db, before.user_id, {
      platform_name: body.platform_name,
      telegram: body.telegram,
      commission_basis_points: parsePercent(body.commission_percent),
      state: body.state,
    });
    return auditAgent(step, 'agent.update', before, await getAgent(step, before.user_id));
  });
}
