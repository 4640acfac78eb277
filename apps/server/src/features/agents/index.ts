/**
 * Owns agents: users with a promotion code, and what they were paid. Does not own which users they referred, which is
 * in the row of each user, nor their commission, which is in the ledger.
 *
 * Invariant: nobody is their own agent, not even through others, and nobody is paid more than they have earned. Only
 * `setUserAgent` could make a ring: everyone else gets an agent when they are created, and have referred nobody then.
 */

import type { Routes } from '../../platform/http/routes.ts';
import {
  exportAgents,
  exportAgentStatement,
  exportOwnAgentStatement,
  listAgentStatement,
  listOwnAgentStatement,
  listAgents,
  readAgent,
  readAgentByCode,
  readOwnAgent,
  readOwnAgentMonth,
  type AgentFacts,
} from './read-agents.ts';
import type { Events } from '../../platform/context.ts';
import type { Approved } from '../approvals/index.ts';
import {
  applyAsAgent,
  decideAgentApplication,
  listAgentApplications,
  readOwnApplication,
} from './agent-applications.ts';
import { onRecordedPayoutApproved, recordPayout, type RecordedPayoutTerms } from './record-payout.ts';
import { createAgent, updateAgent, setUserAgent } from './write-agent.ts';

export { findAgentByCode, findAgentNames, findAgentOfUser, isAgent, type AgentRow } from './agents.sql.ts';
export {
  commissionTermsOf,
  computeCommissions,
  countAgentSales,
  takeBackAgentSale,
  type CommissionTerms,
} from './commission-tiers.ts';
export { addAgentClicks, readAccepted, readAsked, readRefused } from './agent-applications.ts';
export { lockPayoutApprovals, sumRecordedPayouts } from './record-payout.ts';
export { createAgent } from './write-agent.ts';

/** Subscribes agents to payouts that a second person approved. */
export function subscribeAgents(events: Events): void {
  events.on('recordedPayoutApproved', onRecordedPayoutApproved);
}

declare module '../../platform/events.ts' {
  interface EventPayloads {
    recordedPayoutApproved: Approved<RecordedPayoutTerms>;
  }
}

/** Sales and orders belong to higher features, so the composition passes them in. */
export const agentsRoutes = (facts: AgentFacts) =>
  ({
    readAgentByCode,
    readOwnAgent: (ctx) => readOwnAgent(ctx, facts),
    readOwnAgentMonth: (ctx, input) => readOwnAgentMonth(ctx, facts, input),
    listOwnAgentStatement: (ctx, input) => listOwnAgentStatement(ctx, facts, input),
    exportOwnAgentStatement: (ctx, input, reply) => exportOwnAgentStatement(ctx, facts, input, reply),
    listAgents,
    exportAgents,
    readAgent,
    createAgent,
    updateAgent,
    setUserAgent: (ctx, { params, body }) =>
      setUserAgent(ctx, BigInt(params.id), body.agent_id === undefined ? null : BigInt(body.agent_id)),
    listAgentStatement: (ctx, input) => listAgentStatement(ctx, facts, input),
    exportAgentStatement: (ctx, input, reply) => exportAgentStatement(ctx, facts, input, reply),
    recordPayout: (ctx, input) => recordPayout(ctx, facts, input),
    readOwnApplication,
    applyAsAgent,
    listAgentApplications,
    decideAgentApplication,
  }) satisfies Partial<Routes>;
