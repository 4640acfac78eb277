import { countRespondingNodes, type ChainNode } from '@portside/chain';
import { NETWORKS, type Network } from '@portside/contract';
import type { FastifyInstance } from 'fastify';
import { setTimeout as sleep } from 'node:timers/promises';
import { readChainHealth } from './features/deposits/index.ts';
import type { Clock } from './platform/clock.ts';
import { pingDb, type Db } from './platform/db/db.ts';
import type { Keyring } from './platform/keyring.ts';
import { readOutboxState } from './platform/mail/outbox.sql.ts';

type Nodes = { readonly nodes: readonly ChainNode[]; readonly quorum: number };

type Ports = {
  readonly db: Db;
  readonly clock: Clock;
  readonly keyring: Keyring;
  readonly chains: Readonly<Partial<Record<Network, Nodes>>>;
};

/** Answers of nodes are cached: public nodes have a daily limit, and anyone can call /readyz. */
const CACHE_MS = 60_000;
/** Whoever asks whether the shop can serve does not wait for a silent node. */
const NODES_WAIT_MS = 1_000;

/**
 * `/healthz` answers while this process runs, `/readyz` while the shop can serve: while the database answers. Beside it
 * stand the state of each followed chain, whether the nodes of the others answer (null: not known yet), and the state
 * of the mails. These make it no less ready: orders and pages go on without them, and deposits are credited later. A
 * chain is followed only once an operator has configured its first payment method in the shop.
 */
export function bindHealth(http: FastifyInstance, ports: Ports): void {
  const checkNodes = createNodesCheck(ports);
  http.get('/healthz', { schema: { hide: true } }, () => ({ code: 200, message: 'ok', data: null }));
  http.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const { database, chains, mail } = await readDatabase(ports);
    const followed = new Set(chains.map(({ network }) => network));
    const unused = NETWORKS.filter((network) => ports.chains[network] && !followed.has(network));
    const nodes = await Promise.all(unused.map(checkNodes));
    const data = { database, chains, nodes, mail };
    return database
      ? { code: 200, message: 'ok', data }
      : reply.code(503).send({ code: 500005, message: 'Not ready', data });
  });
}

async function readDatabase({ db, clock, keyring }: Ports) {
  try {
    await pingDb(db);
    const [chains, outbox] = await Promise.all([
      readChainHealth({ db, keyring }, clock.now()),
      readOutboxState(db),
    ]);
    const { waiting, failing, waitsSince } = outbox;
    return { database: true, chains, mail: { waiting, failing, waits_since: waitsSince } };
  } catch {
    return { database: false, chains: [], mail: null };
  }
}

/** Whether a quorum of a network's nodes answers. */
function createNodesCheck({ chains, clock }: Ports) {
  const cache = new Map<Network, { readonly at: number; readonly answers: Promise<boolean> }>();
  return async (network: Network): Promise<{ network: Network; answers: boolean | null }> => {
    const now = clock.now().getTime();
    let cached = cache.get(network);
    if (!cached || now - cached.at >= CACHE_MS) {
      const { nodes, quorum } = chains[network]!;
      cached = { at: now, answers: countRespondingNodes(nodes).then((count) => count >= quorum) };
      cache.set(network, cached);
    }
    const late = sleep(NODES_WAIT_MS, null, { ref: false });
    return { network, answers: await Promise.race([cached.answers, late]) };
  };
}
