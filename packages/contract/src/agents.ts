import * as z from 'zod/mini';
import {
  AgentSignUp,
  CommissionPercent,
  CommissionTiers,
  Day,
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
import { Proposal, Reason } from './approvals.ts';
import { SalesSums } from './statistics.ts';
import { BalanceMovement, UserDetails } from './users.ts';

export const AgentState = z.enum(['active', 'paused']);
export type AgentState = z.infer<typeof AgentState>;

export const Agent = z.object({
  /** The user's id. */
  id: Id,
  username: z.string(),
  platform_name: z.string(),
  promotion_code: z.string(),
  telegram: z.string(),
  /** Where no tier gives more. */
  commission_percent: z.string(),
  /** Own ones; null if the shop's apply. */
  commission_tiers: z.nullable(z.array(z.object({ from: z.string(), percent: z.string() }))),
  state: AgentState,
  /** Number of users the agent referred. */
  users: z.int(),
  /** Unpaid commission, except what is reserved for a requested payout; negative if sales were refunded after a payout. */
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

/** Which rate an agent's next sale has, and what leads to a higher one. */
export const CommissionLevel = z.object({
  percent: z.string(),
  /** The net sales that decide it: of this month or the one before, whichever are more. */
  net_sales: z.string(),
  /** Of the shop's present month; what is reached in it counts to the end of the next. */
  this_month: z.string(),
  tiers: z.array(z.object({ from: z.string(), percent: z.string() })),
  next: z.nullable(z.object({ from: z.string(), percent: z.string(), missing: z.string() })),
});
export type CommissionLevel = z.infer<typeof CommissionLevel>;

/** One movement of an agent's commission. */
export const CommissionMovement = z.extend(BalanceMovement, {
  /** The sale's order number; for the agent its random tail is hidden. Null for payouts. */
  order_no: z.nullable(z.string()),
  /** What the commission is part of: the sale, or, negative, what was refunded of it. Null for payouts. */
  sale: z.nullable(z.string()),
  /** The commission in percent of it, with at most two decimals. */
  percent: z.nullable(z.string()),
  /** How a payout was paid: as recorded, or its transaction; of one that was given back, why. Otherwise empty. */
  note: z.string(),
});
export type CommissionMovement = z.infer<typeof CommissionMovement>;

/** A month of the shop's days, as 2026-11. */
const Month = z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/));

/** What an agent earned by the sales of a month: sales less refunds, and the commission on them less what was reversed. */
const earned = { net_sales: z.string(), commission: z.string() };

export const AgentMonth = z.object({
  month: Month,
  ...earned,
  /** What was paid out in it. */
  paid: z.string(),
  /** How often browsers opened the agent's link, who signed up by it, and who of all referred users ordered for the first time. */
  clicks: z.int(),
  sign_ups: z.int(),
  first_orders: z.int(),
  /** Days with sales or refunds. */
  days: z.array(z.object({ day: Day, ...earned })),
  /** The referred users who brought most of it, the largest net sales first. */
  buyers: z.array(
    z.object({
      /** The beginning of the username: buyers tell agents the rest themselves. */
      name: z.string(),
      joined_at: Time,
      /** Orders with commission. */
      orders: z.int(),
      ...earned,
    }),
  ),
  /** How many more had sales or refunds. */
  further_buyers: z.int(),
});
export type AgentMonth = z.infer<typeof AgentMonth>;

export const APPLICATION_STATES = ['waiting', 'accepted', 'refused'] as const;
/** A buyer's request to become an agent. */
export const AgentApplication = z.object({
  id: Id,
  platform_name: z.string(),
  /** Where buyers come from. */
  words: z.string(),
  state: z.enum(APPLICATION_STATES),
  /** Why it was refused. */
  reason: z.string(),
  created_at: Time,
  decided_at: z.nullable(Time),
});
export type AgentApplication = z.infer<typeof AgentApplication>;
export const AgentApplicant = z.extend(AgentApplication, {
  user: z.object({ id: Id, username: z.string() }),
  /** Null if the shop took them at once. */
  decided_by: z.nullable(z.string()),
});
export type AgentApplicant = z.infer<typeof AgentApplicant>;

const AgentId = z.object({ id: Id });
const agentFilter = {
  /** Part of the platform's name, a prefix of the username or promotion code, or a text round the whole code. */
  q: z.optional(pasted((text) => text)),
  state: z.optional(AgentState),
};
const agentInput = {
  platform_name: line(60, 1),
  telegram: z._default(line(100), ''),
  commission_percent: z._default(CommissionPercent, '0'),
  /** Own ones; empty for a fixed rate, null for the shop's. */
  commission_tiers: z._default(z.nullable(CommissionTiers), null),
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
    data: z.extend(Agent, {
      link: z.string(),
      sales: SalesSums,
      level: CommissionLevel,
      /** How and when the shop pays, in its operator's words; empty if it does not say. */
      commission_terms: z.string(),
      last_payout: z.nullable(AgentPayout),
    }),
  },
  readOwnAgentMonth: {
    access: 'user',
    summary: 'What the caller earned as an agent in a month, by day and by buyer',
    query: z.object({ month: Month }),
    data: AgentMonth,
  },
  listOwnAgentStatement: {
    access: 'user',
    summary: "The caller's own commission ledger, newest first; of one month if given",
    query: z.object({ ...pageQuery, month: z.optional(Month) }),
    data: page(CommissionMovement),
  },
  exportOwnAgentStatement: {
    access: 'user',
    summary: "The caller's own commission ledger as a CSV or XLSX file, newest first",
    query: z.object(tableFormat),
    ...tableFile,
  },
  readOwnApplication: {
    access: 'user',
    summary: 'Whether the caller can ask to become an agent, and what became of it',
    data: z.object({ sign_up: AgentSignUp, application: z.nullable(AgentApplication) }),
  },
  applyAsAgent: {
    access: 'user',
    perMinute: 10,
    summary:
      'Ask to become an agent, with a sentence on where buyers come from; where the shop takes agents at once, it is accepted',
    body: z.object({ platform_name: line(60, 1), words: line(500, 10) }),
    data: AgentApplication,
  },
  listAgentApplications: {
    summary: 'Buyers who asked to become agents, newest first',
    query: z.object({ ...pageQuery, state: z.optional(z.enum(APPLICATION_STATES)) }),
    data: page(AgentApplicant),
  },
  decideAgentApplication: {
    freshCode: true,
    summary: 'Accept a buyer as an agent, with a promotion code of their own, or refuse with a reason',
    params: AgentId,
    body: z.object({ is_accepted: z.boolean(), reason: z.optional(Reason) }),
    data: AgentApplicant,
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
    summary:
      'Record a payout to an agent, at most their unpaid commission; above the setting payout_approval_above it takes ' +
      'a second person, and until then its id is 0',
    idempotent: true,
    params: AgentId,
    body: z.object({ amount: PositiveAmount, note: line(200, 3) }),
    data: z.extend(AgentPayout, { proposal: z.nullable(Proposal) }),
  },
});
