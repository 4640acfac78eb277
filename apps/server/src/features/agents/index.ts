/**
 * Owns agents: users with a promotion code, and what they were paid. Does not own whom they brought, which
 * is in the row of each user, nor what they earn, which is in the ledger.
 *
 * Invariant: nobody is his own agent, and nobody is paid more than he has earned.
 */
export { agentsRoutes } from './agents.routes.ts';
export { findAgentByCode, findAgentOfUser, isAgent, type AgentRow } from './agents.sql.ts';
export { commissionMicro, commissionTermsOf, type CommissionTerms } from './commission-terms.sql.ts';
export { createAgent, type NewAgent } from './create-agent.ts';
export type { AgentFacts } from './read-agents.ts';
