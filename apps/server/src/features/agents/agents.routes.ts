import type { Routes } from '../../platform/http/routes.ts';
import { createAgent } from './create-agent.ts';
import { exportAgents, exportAgentStatement, exportOwnAgentStatement } from './export-agents.ts';
import { listAgentStatement, listOwnAgentStatement } from './list-statement.ts';
import { listAgents, readAgent, readAgentByCode, readOwnAgent, type AgentFacts } from './read-agents.ts';
import { recordPayout } from './record-payout.ts';
import { setUserAgent } from './set-user-agent.ts';
import { updateAgent } from './update-agent.ts';

/** Sales and orders belong to higher features, so the composition passes them in. */
export const agentsRoutes = (facts: AgentFacts) =>
  ({
    readAgentByCode,
    readOwnAgent: (ctx) => readOwnAgent(ctx, facts),
    listOwnAgentStatement: (ctx, input) => listOwnAgentStatement(ctx, facts, input),
    exportOwnAgentStatement: (ctx, _, reply) => exportOwnAgentStatement(ctx, facts, reply),
    listAgents,
    exportAgents,
    readAgent,
    createAgent,
    updateAgent,
    setUserAgent: (ctx, { params, body }) =>
      setUserAgent(ctx, BigInt(params.id), body.agent_id === undefined ? null : BigInt(body.agent_id)),
    listAgentStatement: (ctx, input) => listAgentStatement(ctx, facts, input),
    exportAgentStatement: (ctx, input, reply) => exportAgentStatement(ctx, facts, input, reply),
    recordPayout,
  }) satisfies Partial<Routes>;
