/**
 * Owns agents: users with a promotion code, and what they were paid. Does not own which users they referred, which is
 * in the row of each user, nor their commission, which is in the ledger.
 *
 * Invariant: nobody is their own agent, and nobody is paid more than they have earned.
 */
export { agentsRoutes } from './agents.routes.ts';
export { findAgentByCode, findAgentOfUser, isAgent, type AgentRow } from './agents.sql.ts';
export { commissionMicro, commissionTermsOf, type CommissionTerms } from './commission-terms.sql.ts';
export { createAgent } from './create-agent.ts';
