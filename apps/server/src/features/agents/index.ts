/**
 * Owns agents: users with a promotion code, and what they were paid. Does not own which users they referred, which is
 * in the row of each user, nor their commission, which is in the ledger.
 *
 * Invariant: nobody is their own agent, not even through others, and nobody is paid more than they have earned. Only
 * `setUserAgent` could make a ring: everyone else gets an agent when they are created, and have referred nobody then.
 */
export { agentsRoutes } from './agents.routes.ts';
export { findAgentByCode, findAgentOfUser, isAgent, type AgentRow } from './agents.sql.ts';
export { commissionMicro, commissionTermsOf, type CommissionTerms } from './commission-terms.sql.ts';
export { createAgent } from './create-agent.ts';
