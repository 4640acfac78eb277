import type { AuditAction, Agent, Input } from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { requireFreshCode } from '../../platform/require-fresh-code.ts';
import { findUserByUsername } from '../users/index.ts';
import { presentAgent } from './agents.present.ts';
import { updateAgentRow } from './agents.sql.ts';
import { createAgent } from './create-agent.ts';
import type { KnownAgentRow } from './known-agents.sql.ts';
import { parsePercent } from './percent.ts';
import { getAgent } from './read-agents.ts';

/** Makes a user an agent; his commission is money. Refuses one who is an agent already (dataExists). */
export async function addAgent(ctx: Ctx, { body }: Input<'createAgent'>): Promise<Agent> {
  requireAction(ctx.actor, 'agent.write');
  requireFreshCode(ctx);
  return inTransaction(ctx, async (step) => {
    const user = await findUserByUsername(step.db, body.username);
    if (!user || user.status === 'closed') return refuse('userDoesNotExist');
    await createAgent(step, {
      userId: user.id,
      platformName: body.platform_name,
      telegram: body.telegram,
      commissionBasisPoints: parsePercent(body.commission_percent),
    });
    return record(step, 'agent.create', null, await getAgent(step, user.id));
  });
}

/** Replaces what an operator may set. The promotion code stays: it is printed and remembered. */
export async function updateAgent(ctx: Ctx, { params, body }: Input<'updateAgent'>): Promise<Agent> {
  requireAction(ctx.actor, 'agent.write');
  requireFreshCode(ctx);
  return inTransaction(ctx, async (step) => {
    const before = await getAgent(step, BigInt(params.id));
    await updateAgentRow(step.db, before.user_id, {
      platform_name: body.platform_name,
      telegram: body.telegram,
      commission_basis_points: parsePercent(body.commission_percent),
      state: body.state,
    });
    return record(step, 'agent.update', before, await getAgent(step, before.user_id));
  });
}

async function record(
  ctx: Ctx,
  action: AuditAction,
  before: KnownAgentRow | null,
  after: KnownAgentRow,
): Promise<Agent> {
  const subject = `agent:${after.user_id}`;
  await recordAudit(ctx, { action, subject, before: before && factsOf(before), after: factsOf(after) });
  return presentAgent(after);
}

function factsOf(row: KnownAgentRow) {
  const { platform_name, promotion_code, telegram, commission_percent, state } = presentAgent(row);
  return { platform_name, promotion_code, telegram, commission_percent, state };
}
