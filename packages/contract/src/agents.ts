import * as z from 'zod/mini';
import {
  decimal,
  PositiveAmount,
  Id,
  line,
  NamePrefix,
  page,
  pageQuery,
  pasted,
  PromotionCode,
  sortQuery,
  Time,
} from './wire/values.ts';
import { tableFile, tableFormat, endpoints } from './wire/endpoint.ts';
import { SalesSums } from './statistics.ts';
import { BalanceMovement, UserDetails } from './users.ts';

export const AgentState = z.enum(['active', 'paused']);
export type AgentState = z.infer<typeof AgentState>;

/** Percent of the sale, from 0 to 100 with at most two decimals. */
const Percent = decimal(2).check(z.regex(/^(100(\.0{1,2})?|\d{1,2}(\.\d{1,2})?)$/, 'Not a percentage'));

export const Agent = z.object({
  /** The user's id. */
  id: Id,
  username: z.string(),
  platform_name: z.string(),
  promotion_code: z.string(),
  telegram: z.string(),
  commission_percent: z.string(),
  state: AgentState,
  /** Number of users the agent referred. */
  users: z.int(),
  /** Unpaid commission; negative if sales were refunded after a payout. */
  commission_balance: z.string(),
  created_at: Time,
});
export type Agent = z.infer<typeof Agent>;

export const AgentPayout = z.object({
  id: Id,
  amount: z.string(),
  note: z.string(),
  created_at: Time,
});
export type AgentPayout = z.infer<typeof AgentPayout>;

/** One movement of an agent's commission. */
export const CommissionMovement = z.extend(BalanceMovement, {
  /** The sale's order number; for the agent its random tail is hidden. Null for payouts. */
  order_no: z.nullable(z.string()),
  /** How a payout was paid, as recorded; otherwise empty. */
  note: z.string(),
});
export type CommissionMovement = z.infer<typeof CommissionMovement>;

const AgentId = z.object({ id: Id });
const agentFilter = {
  /** Part of the platform's name, a prefix of the username or promotion code, or a text round the whole code. */
  q: z.optional(pasted((text) => text)),
  state: z.optional(AgentState),
};
const agentInput = {
  platform_name: line(60, 1),
  telegram: z._default(line(100), ''),
  commission_percent: z._default(Percent, '0'),
};

export const agentsEndpoints = endpoints({
  readAgentByCode: {
    access: 'visitor',
    perMinute: 60,
    summary: 'Look up the agent of a promotion code, as shown to visitors',
    params: z.object({ code: PromotionCode }),
    data: z.object({ platform_name: z.string(), telegram: z.string() }),
  },
  readOwnAgent: {
    access: 'user',
    summary: "The caller's own figures as an agent, and their referral link",
    data: z.extend(Agent, { link: z.string(), sales: SalesSums }),
  },
  listOwnAgentStatement: {
    access: 'user',
    summary: "The caller's own commission ledger, newest first",
    query: z.object(pageQuery),
    data: page(CommissionMovement),
  },
  exportOwnAgentStatement: {
    access: 'user',
    summary: "The caller's own commission ledger as a CSV or XLSX file, newest first",
    query: z.object(tableFormat),
    ...tableFile,
  },
  listAgents: {
    summary: 'Agents, newest first',
    query: z.object({ ...pageQuery, ...sortQuery('listAgents'), ...agentFilter }),
    data: page(Agent),
  },
  exportAgents: {
    freshCode: true,
    summary: 'Filtered agents as a CSV or XLSX file, newest first',
    query: z.object({ ...agentFilter, ...tableFormat }),
    ...tableFile,
  },
  readAgent: { summary: 'One agent', params: AgentId, data: Agent },
  createAgent: {
    freshCode: true,
    summary: 'Make a user an agent with their own promotion code',
    body: z.object({ username: NamePrefix.check(z.minLength(1)), ...agentInput }),
    data: Agent,
  },
  updateAgent: {
    freshCode: true,
    summary: "Update name, contact, rate and state; a paused agent's code refers nobody",
    params: AgentId,
    body: z.object({ ...agentInput, state: z._default(AgentState, 'active') }),
    data: Agent,
  },
  setUserAgent: {
    freshCode: true,
    summary:
      'Set the agent who referred a user; without one, remove it. Nobody is referred by themselves, or by someone ' +
      'whom they referred, directly or through others',
    params: z.object({ id: Id }),
    body: z.object({ agent_id: z.optional(Id) }),
    data: UserDetails,
  },
  listAgentStatement: {
    summary: "An agent's commission ledger, newest first",
    params: AgentId,
    query: z.object(pageQuery),
    data: page(CommissionMovement),
  },
  exportAgentStatement: {
    freshCode: true,
    summary: "An agent's commission ledger as a CSV or XLSX file, newest first",
    params: AgentId,
    query: z.object(tableFormat),
    ...tableFile,
  },
  recordPayout: {
    freshCode: true,
    summary: 'Record a payout to an agent, at most their unpaid commission',
    idempotent: true,
    params: AgentId,
    body: z.object({ amount: PositiveAmount, note: line(200, 3) }),
    data: AgentPayout,
  },
});
