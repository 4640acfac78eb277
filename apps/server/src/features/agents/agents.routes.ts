import type { Routes } from '../../platform/http/routes.ts';
import { assignAgent } from './assign-agent.ts';
import { exportAgents, exportAgentStatement } from './export-agents.ts';
import { listAgentStatement, listOwnAgentStatement } from './list-statement.ts';
import { payAgent } from './pay-agent.ts';
import { listAgents, readAgent, readAgentByCode, readOwnAgent, type AgentFacts } from './read-agents.ts';
import { addAgent, updateAgent } from './write-agent.ts';

/** Sales and orders belong to higher features, so the composition hands them in. */
export const agentsRoutes = (facts: AgentFacts) =>
  ({
    readAgentByCode,
    readOwnAgent: (ctx) => readOwnAgent(ctx, facts),
    listOwnAgentStatement: (ctx, input) => listOwnAgentStatement(ctx, facts, input),
    listAgents,
    exportAgents,
    readAgent,
    createAgent: addAgent,
    updateAgent,
    setUserAgent: (ctx, { params, body }) =>
      assignAgent(ctx, BigInt(params.id), body.agent_id === undefined ? null : BigInt(body.agent_id)),
    listAgentStatement: (ctx, input) => listAgentStatement(ctx, facts, input),
    exportAgentStatement: (ctx, input, reply) => exportAgentStatement(ctx, facts, input, reply),
    recordPayout: payAgent,
  }) satisfies Partial<Routes>;
