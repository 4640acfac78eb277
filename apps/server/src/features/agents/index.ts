/**
 * Owns agents: users with a promotion code. Does not own whom they brought: that is in the row of each
 * user, written once at registration, so nobody can refer himself.
 */
export { findAgentByCode, type AgentRow } from './agents.sql.ts';
export { createAgent, type NewAgent } from './create-agent.ts';
