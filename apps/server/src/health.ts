import { countRespondingNodes, type ChainNode } from '@portside/chain';
import { NETWORKS, type Network } from '@portside/contract';
import type { FastifyInstance } from 'fastify';
import { readChainHealth } from './features/deposits/index.ts';
import type { Clock } from './platform/clock.ts';
import { pingDb, type Db } from './platform/db/db.ts';

type Nodes = { readonly nodes: readonly ChainNode[]; readonly quorum: number };

type Ports = {
  readonly db: Db;
  readonly clock: Clock;
  readonly chains: Readonly<Partial<Record<Network, Nodes>>>;
};

/** Public nodes have a daily limit, and anybody may ask whether the shop is ready. */
const ANSWERS_HOLD_MS = 10_000;

/**
 * Alive is this process; ready is the shop: its database answers, every chain with a payment method is
 * followed, and the nodes of the others answer. A chain is not followed before its first payment method is
 * set, which an operator does in the shop itself.
 */
export function bindHealth(http: FastifyInstance, ports: Ports): void {
  const askNodes = createNodesCheck(ports);
  http.get('/healthz', { schema: { hide: true } }, () => ({ code: 200, message: 'ok', data: null }));
  http.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const { database, chains } = await readDatabase(ports);
    const followed = new Set(chains.map(({ network }) => network));
    const unused = NETWORKS.filter((network) => ports.chains[network] && !followed.has(network));
    const nodes = await Promise.all(unused.map(askNodes));
    const isReady =
      database && chains.every(({ state }) => state === 'following') && nodes.every((one) => one.answers);
    const data = { database, chains, nodes };
    return isReady
      ? { code: 200, message: 'ok', data }
      : reply.code(503).send({ code: 500005, message: 'Not ready', data });
  });
}

async function readDatabase({ db, clock }: Ports) {
  try {
    await pingDb(db);
    return { database: true, chains: await readChainHealth(db, clock.now()) };
  } catch {
    return { database: false, chains: [] };
  }
}

/** Whether as many nodes of a network answer as must agree. */
function createNodesCheck({ chains, clock }: Ports) {
  const asked = new Map<Network, { readonly at: number; readonly answers: Promise<boolean> }>();
  return async (network: Network): Promise<{ network: Network; answers: boolean }> => {
    const now = clock.now().getTime();
    let known = asked.get(network);
    if (!known || now - known.at >= ANSWERS_HOLD_MS) {
      const { nodes, quorum } = chains[network]!;
      known = { at: now, answers: countRespondingNodes(nodes).then((count) => count >= quorum) };
      asked.set(network, known);
    }
    return { network, answers: await known.answers };
  };
}
