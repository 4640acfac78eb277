import { countRespondingNodes, type ChainNode } from '@portside/chain';
import { NETWORKS, type Network } from '@portside/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { setTimeout as sleep } from 'node:timers/promises';
import { readChainHealth } from './features/deposits/index.ts';
import { isFromHere } from './platform/http/is-from-here.ts';
import { isTokenHolder } from './platform/metrics/is-token-holder.ts';
import type { Duty } from './platform/duty.ts';
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
  readonly duty: Pick<Duty, 'mayServe'>;
  /** Of the metrics; null where none is set. */
  readonly token: string | null;
};

/** Answers of nodes are cached: public nodes have a daily limit, and anyone can call /readyz. */
const CACHE_MS = 60_000;
/** A readiness check does not wait for a silent node. */
const NODES_WAIT_MS = 1_000;
/** For as long all who ask get the same answer. */
const FRESH_MS = 1_000;
/** For as long an earlier answer holds while the database is slow to give the next. */
const HOLDS_MS = 10_000;
const DATABASE_WAIT_MS = 500;

/**
 * `/healthz` answers while this process runs, `/readyz` while the shop can serve: while the database answers, and no
 * process that shares nothing with this one has it. Programs on this machine and holders of the metrics' token also see
 * the state of each followed chain, whether the nodes of the others answer (null: not known yet), and the state
 * of the mails. These make it no less ready: orders and pages work without them, and deposits are credited later. A
 * chain is followed only once an operator has configured its first payment method in the shop.
 */
export function bindHealth(http: FastifyInstance, ports: Ports): void {
  const checkNodes = createNodesCheck(ports);
  const readDatabase = createDatabaseCheck(ports);
  http.get('/healthz', { schema: { hide: true } }, () => ({ code: 200, message: 'ok', data: null }));
  http.get('/readyz', { schema: { hide: true } }, async (request, reply) => {
    const { database, chains, mail } = await readDatabase();
    const isReady = database && ports.duty.mayServe;
    const [code, message] = isReady ? [200, 'ok'] : [500005, 'Not ready'];
    reply.code(isReady ? 200 : 503);
    if (!mayKnow(request, ports.token)) return { code, message, data: null };
    const followed = new Set(chains.map(({ network }) => network));
    const unused = NETWORKS.filter((network) => ports.chains[network] && !followed.has(network));
    const nodes = await Promise.all(unused.map(checkNodes));
    return { code, message, data: { database, chains, nodes, mail } };
  });
}

const mayKnow = (request: FastifyRequest, token: string | null): boolean =>
  isFromHere(request) || (token !== null && isTokenHolder(request.headers.authorization, token));

type Details = {
  readonly database: boolean;
  readonly chains: Awaited<ReturnType<typeof readChainHealth>>;
  readonly mail: { readonly waiting: number; readonly failing: number; readonly waits_since: unknown } | null;
};

const AWAY: Details = { database: false, chains: [], mail: null };

/**
 * The state of the database and of what it knows, read once for all who ask within a second. While a busy database
 * makes it wait, what was read in the last seconds holds: busy is not away.
 */
function createDatabaseCheck({ db, clock, keyring }: Ports): () => Promise<Details> {
  let underWay: Promise<Details> | null = null;
  let last = { details: AWAY, at: -Infinity };
  const read = async (): Promise<Details> => {
    try {
      await pingDb(db);
      const [chains, outbox] = await Promise.all([
        readChainHealth({ db, keyring }, clock.now()),
        readOutboxState(db),
      ]);
      const { waiting, failing, waitsSince } = outbox;
      return { database: true, chains, mail: { waiting, failing, waits_since: waitsSince } };
    } catch {
      return AWAY;
    }
  };
  return async () => {
    const age = (): number => performance.now() - last.at;
    if (last.details.database && age() < FRESH_MS) return last.details;
    underWay ??= read().then((details) => {
      last = { details, at: performance.now() };
      underWay = null;
      return details;
    });
    if (!last.details.database || age() >= HOLDS_MS) return underWay;
    return Promise.race([underWay, sleep(DATABASE_WAIT_MS, last.details, { ref: false })]);
  };
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
