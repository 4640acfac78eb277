import type { UserDetails } from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { findUser, getUserDetails, updateUserAgent } from '../users/index.ts';
import { isReferredBy, lockReferrals } from './agents.sql.ts';
import { getAgent } from './read-agents.ts';

/**
 * Sets the agent who referred a user (null: nobody); counts for sales from now on. Refuses an unknown user (notFound) or
 * agent (agentNotFound), and an agent who is the user or whom the user referred, directly or through others
 * (referralRing): both would earn on what they buy themselves.
 */
export async function setUserAgent(ctx: Ctx, userId: bigint, agentId: bigint | null): Promise<UserDetails> {
  requireAction(ctx.actor, 'agent.write');
  return inTransaction(ctx, async (step) => {
    await lockReferrals(step.db);
    const user = (await findUser(step.db, userId)) ?? refuse('notFound');
    if (agentId !== null) {
      await getAgent(step, agentId);
      if (await isReferredBy(step.db, agentId, userId)) refuse('referralRing');
    }
    await updateUserAgent(step.db, userId, agentId);
    await recordAudit(step, {
      action: 'user.agent',
      subject: `user:${userId}`,
      before: { agent: user.agent_id },
      after: { agent: agentId },
    });
    return getUserDetails(step.db, userId);
  });
}
