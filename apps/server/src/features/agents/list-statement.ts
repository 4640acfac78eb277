import type { Data, Input } from '@portside/contract';
import { requireAction, requireUser } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { cutPage, readIdCursor } from '../../platform/http/page-by-id.ts';
import { refuse } from '../../platform/refusal.ts';
import { listCommissionMovements, presentMovement } from '../ledger/index.ts';
import { findAgent } from './known-agents.sql.ts';
import { findPayoutNotes } from './payouts.sql.ts';
import { getAgent, type AgentFacts } from './read-agents.ts';

/** An agent's commission, reversals and payouts, newest first. Refuses an unknown agent (agentNotFound). */
export async function listAgentStatement(
  ctx: Ctx,
  facts: AgentFacts,
  { params, query }: Input<'listAgentStatement'>,
): Promise<Data<'listAgentStatement'>> {
  requireAction(ctx.actor, 'agent.read');
  const { user_id: userId } = await getAgent(ctx, BigInt(params.id));
  return readStatement(ctx, facts, userId, query);
}

/**
 * The caller's own. Order numbers show their time, by which an admin finds the order, and not their random tail.
 * Refuses who is no agent (agentDoesNotExist).
 */
export async function listOwnAgentStatement(
  ctx: Ctx,
  facts: AgentFacts,
  { query }: Input<'listOwnAgentStatement'>,
): Promise<Data<'listOwnAgentStatement'>> {
  const { userId } = requireUser(ctx.actor);
  if (!(await findAgent(ctx.db, userId))) refuse('agentDoesNotExist');
  const { items, ...rest } = await readStatement(ctx, facts, userId, query);
  const masked = items.map((item) => ({
    ...item,
    order_no: item.order_no && facts.maskOrderNo(item.order_no),
  }));
  return { items: masked, ...rest };
}

async function readStatement(
  ctx: Ctx,
  facts: AgentFacts,
  userId: bigint,
  { cursor, limit }: Input<'listOwnAgentStatement'>['query'],
): Promise<Data<'listAgentStatement'>> {
  const before = readIdCursor(cursor);
  const rows = await listCommissionMovements(ctx.db, userId, { before, limit: limit + 1 });
  const { shown, nextCursor } = cutPage(rows, limit);
  const payouts = shown.filter(({ kind }) => kind === 'payout').map(({ reference }) => reference);
  const [orderNos, notes] = await Promise.all([
    facts.findOrderNos(ctx, shown),
    findPayoutNotes(ctx.db, payouts),
  ]);
  const items = shown.map((row) => ({
    ...presentMovement(row),
    order_no: orderNos.get(row.id) ?? null,
    note: (row.kind === 'payout' && notes.get(row.reference)) || '',
  }));
  return { items, next_cursor: nextCursor, total: null };
}
