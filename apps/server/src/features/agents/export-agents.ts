import type { Agent, CommissionMovement, Input } from '@portside/contract';
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../platform/context.ts';
import { sendList, sendOwnList, type Columns } from '../../platform/http/send-list.ts';
import { MOVEMENT_COLUMNS } from '../ledger/index.ts';
import { listAgentStatement, listOwnAgentStatement } from './list-statement.ts';
import { listAgents, type AgentFacts } from './read-agents.ts';

const COLUMNS: Columns<Agent> = {
  id: (agent) => agent.id,
  created_at: (agent) => agent.created_at,
  username: (agent) => agent.username,
  platform_name: (agent) => agent.platform_name,
  promotion_code: (agent) => agent.promotion_code,
  telegram: (agent) => agent.telegram,
  state: (agent) => agent.state,
  commission_percent: (agent) => agent.commission_percent,
  users: (agent) => agent.users,
  commission_balance: (agent) => agent.commission_balance,
};

const STATEMENT_COLUMNS: Columns<CommissionMovement> = {
  ...MOVEMENT_COLUMNS,
  order_no: (movement) => movement.order_no,
  note: (movement) => movement.note,
};

/** The agents that pass a filter as a CSV file, newest first. */
export const exportAgents = (
  ctx: Ctx,
  { query }: Input<'exportAgents'>,
  reply: FastifyReply,
): Promise<unknown> =>
  sendList(ctx, reply, {
    name: 'agents',
    action: 'agent.export',
    subject: 'agent',
    query,
    columns: COLUMNS,
    readPage: (page) => listAgents(ctx, { query: { ...query, ...page } }),
  });

/** An agent's commission, reversals and payouts as a CSV file, newest first. */
export const exportAgentStatement = (
  ctx: Ctx,
  facts: AgentFacts,
  { params }: Input<'exportAgentStatement'>,
  reply: FastifyReply,
): Promise<unknown> =>
  sendList(ctx, reply, {
    name: `agent-${params.id}`,
    action: 'commission.export',
    subject: `agent:${params.id}`,
    query: {},
    columns: STATEMENT_COLUMNS,
    readPage: (page) => listAgentStatement(ctx, facts, { params, query: page }),
  });

/** The caller's own commission, reversals and payouts as a CSV file, newest first, as their page lists them. */
export const exportOwnAgentStatement = (ctx: Ctx, facts: AgentFacts, reply: FastifyReply): Promise<unknown> =>
  sendOwnList(ctx, reply, {
    name: 'commission',
    columns: STATEMENT_COLUMNS,
    readPage: (query) => listOwnAgentStatement(ctx, facts, { query }),
  });
