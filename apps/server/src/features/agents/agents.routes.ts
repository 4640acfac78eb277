import type { Routes } from '../../platform/http/routes.ts';
import { assignAgent } from './assign-agent.ts';
import { exportAgents, exportAgentStatement } from './export-agents.ts';
import { payAgent } from './pay-agent.ts';
import {
  listAgents,
  listAgentStatement,
  listOwnAgentStatement,
  readAgent,
  readAgentByCode,
  readOwnAgent,
  type AgentFacts,
} from './read-agents.ts';
import { addAgent, updateAgent } from './write-agent.ts';

/** Sales belong to a higher feature, so the composition hands them in. */
export const agentsRoutes = (facts: AgentFacts) =>
  ({
    readAgentByCode,
    readOwnAgent: (ctx) => readOwnAgent(ctx, facts),
    listOwnAgentStatement,
    listAgents,
    exportAgents,
    readAgent,
    createAgent: addAgent,
    updateAgent,
    setUserAgent: (ctx, { params, body }) =>
      assignAgent(ctx, BigInt(params.id), body.agent_id === undefined ? null : BigInt(body.agent_id)),
    listAgentStatement,
    exportAgentStatement,
    recordPayout: payAgent,
  }) satisfies Partial<Routes>;
