import type { Agent, Input } from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { findUserByUsername } from '../users/index.ts';
import { addAgent } from './add-agent.ts';
import { auditAgent } from './audit-agent.ts';
import { parsePercent } from './percent.ts';
import { getAgent } from './read-agents.ts';

/**
 * Makes a user an agent. Commission is money, so it takes a fresh code. Refuses an unknown or closed profile
 * (userDoesNotExist) and a user who is an agent already (dataExists).
 */
export async function createAgent(ctx: Ctx, { body }: Input<'createAgent'>): Promise<Agent> {
  requireAction(ctx.actor, 'agent.write');
  return inTransaction(ctx, async (step) => {
    const user = await findUserByUsername(step.db, body.username);
    if (!user || user.status === 'closed') return refuse('userDoesNotExist');
    await addAgent(step, {
      userId: user.id,
      platformName: body.platform_name,
      telegram: body.telegram,
      commissionBasisPoints: parsePercent(body.commission_percent),
    });
    return auditAgent(step, 'agent.create', null, await getAgent(step, user.id));
  });
}
