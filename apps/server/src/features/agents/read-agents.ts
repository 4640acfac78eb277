import type { Agent, Data, Input, SalesSums, SortColumn } from '@portside/contract';
import { requireAction, requireUser } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { pageOf } from '../../platform/http/page-of.ts';
import { sortRows, type SortKeys } from '../../platform/http/sort-rows.ts';
import { refuse } from '../../platform/refusal.ts';
import type { AccountMovement } from '../ledger/index.ts';
import { presentAgent } from './agents.present.ts';
import { findAgentByCode } from './agents.sql.ts';
import { findAgent, listAgentRows, type KnownAgentRow } from './known-agents.sql.ts';

/** What agents show but do not own: sales to the users whom an agent referred, and order numbers. */
export type AgentFacts = {
  readSales(ctx: Ctx, agentId: bigint): Promise<SalesSums>;
  /** The orders that commission came from, by the movement's id. */
  findOrderNos(ctx: Ctx, movements: readonly AccountMovement[]): Promise<ReadonlyMap<bigint, string>>;
  /** For readers whose order it is not. */
  maskOrderNo(orderNo: string): string;
};

/** What a visitor with a promotion code sees of its agent. Refuses an unknown or paused one (agentDoesNotExist). */
export async function readAgentByCode(
  { db }: Ctx,
  { params }: Input<'readAgentByCode'>,
): Promise<Data<'readAgentByCode'>> {
  const agent = (await findAgentByCode(db, params.code)) ?? refuse('agentDoesNotExist');
  return { platform_name: agent.platform_name, telegram: agent.telegram };
}

/** The caller's own figures as an agent, and the referral link. Refuses who is no agent (agentDoesNotExist). */
export async function readOwnAgent(ctx: Ctx, facts: AgentFacts): Promise<Data<'readOwnAgent'>> {
  const { userId } = requireUser(ctx.actor);
  const agent = (await findAgent(ctx.db, userId)) ?? refuse('agentDoesNotExist');
  return {
    ...presentAgent(agent),
    link: `${ctx.publicUrl}/?promotion_code=${agent.promotion_code}`,
    sales: await facts.readSales(ctx, userId),
  };
}

/** Agents that pass the filter, newest first unless another sort is asked for. */
export async function listAgents(ctx: Ctx, { query }: Input<'listAgents'>): Promise<Data<'listAgents'>> {
  requireAction(ctx.actor, 'agent.read');
  const rows = await listAgentRows(ctx.db, { text: query.q, state: query.state });
  const { items, ...rest } = pageOf(sortRows(rows, query.sort, KEYS, ctx.language), query);
  return { items: items.map(presentAgent), ...rest };
}

const KEYS: SortKeys<KnownAgentRow, SortColumn<'listAgents'>> = {
  platform_name: (row) => row.platform_name,
  username: (row) => row.username,
  commission_percent: (row) => row.commission_basis_points,
  users: (row) => row.users,
  commission_balance: (row) => row.commission_micro ?? 0n,
  created_at: (row) => row.created_at.getTime(),
};

/** Refuses an unknown agent (agentNotFound). */
export async function readAgent(ctx: Ctx, { params }: Input<'readAgent'>): Promise<Agent> {
  requireAction(ctx.actor, 'agent.read');
  return presentAgent(await getAgent(ctx, BigInt(params.id)));
}

/** The caller has checked who asks. Refuses an unknown agent (agentNotFound). */
export const getAgent = async ({ db }: Ctx, id: bigint): Promise<KnownAgentRow> =>
  (await findAgent(db, id)) ?? refuse('agentNotFound');
