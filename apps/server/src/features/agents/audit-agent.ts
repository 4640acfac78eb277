import type { Agent, AuditAction } from '@portside/contract';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Ctx } from '../../platform/context.ts';
import { presentAgent } from './agents.present.ts';
import type { KnownAgentRow } from './known-agents.sql.ts';

/** Records a change of an agent in the audit log and returns the agent as presented. */
export async function auditAgent(
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
