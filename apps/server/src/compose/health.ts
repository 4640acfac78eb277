import { countRespondingNodes, type ChainNode } from '@portside/chain';
import { Chain, Network, NETWORKS, Time } from '@portside/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod/mini';
import { presentChain, readChainHealth } from '../features/deposits/index.ts';
import { isTokenHolder } from '../config/settings.ts';
import type { Leadership } from '../platform/jobs.ts';
import type { Clock } from '../platform/clock.ts';
import { pingDb, type Db } from '../platform/db/db.ts';
import type { Keyring } from '../platform/keys/keyring.ts';
import { readOutboxState } from '../platform/mail/outbox.sql.ts';

type Nodes = { readonly nodes: readonly ChainNode[]; readonly quorum: number };

type HealthOptions = {
  readonly db: Db;
  readonly clock: Clock;
  readonly keyring: Keyring;
  readonly chains: Readonly<Partial<Record<Network, Nodes>>>;
  readonly leadership: Pick<Leadership, 'mayServe'>;
  /** Of the metrics; null if none is set. */
  readonly token: string | null;
};

/** Answers of nodes are cached: public nodes have a daily limit, and a proxy asks every two seconds. */
const CACHE_MS = 60_000;
/** A readiness check does not wait for a silent node. */
const NODES_WAIT_MS = 500;
/** Nor for details: together with the wait for the database, it answers within the proxies' two seconds. */
const DETAILS_WAIT_MS = 1_000;
/** Everyone who asks within this time gets the same answer. */
const FRESH_MS = 1_000;
/** How long an earlier answer stands while the database is slow. */
const HOLDS_MS = 10_000;
const DATABASE_WAIT_MS = 500;

const Alive = z.object({ code: z.literal(200), message: z.string(), data: z.null() });

/** Chains are as the back office shows them. */
const Details = z.object({
  database: z.boolean(),
  chains: z.array(Chain),
  /** Of networks without a followed chain; null: not known yet. */
  nodes: z.array(z.object({ type: Network, answers: z.nullable(z.boolean()) })),
  mail: z.nullable(z.object({ waiting: z.int(), failing: z.int(), waits_since: z.nullable(Time) })),
});
type Details = z.infer<typeof Details>;

const Readiness = z.object({ code: z.int(), message: z.string(), data: z.nullable(Details) });

/**
 * `/healthz` answers while this process runs, `/readyz` while the shop can serve: while the database answers, and no
 * process that shares nothing with this one has it. Programs on this machine and holders of the metrics' token also see
 * the state of each followed chain, whether the nodes of the others answer (null: not known yet), and the state
 * of the mails. These make it no less ready, even where they cannot be told (null): orders and pages work without them,
 * and deposits are credited later. A chain is followed only once an operator has configured its first payment method in
 * the shop.
 */
export function bindHealth(http: FastifyInstance, options: HealthOptions): void {
  const checkDatabase = createDatabaseCheck(options);
  const readDetails = createDetailsReader(options);
  let hasDetails = true;
  const answers = (schema: z.ZodMiniType) => ({ schema: { hide: true, response: { default: schema } } });
  http.get('/healthz', answers(Alive), () => ({ code: 200, message: 'ok', data: null }));
  http.get('/readyz', answers(Readiness), async (request, reply) => {
    const database = await checkDatabase();
    const isReady = database && options.leadership.mayServe;
    const [code, message] = isReady ? [200, 'ok'] : [500005, 'Not ready'];
    reply.code(isReady ? 200 : 503);
    if (!mayKnow(request, options.token)) return { code, message, data: null };
    const late = sleep(DETAILS_WAIT_MS, null, { ref: false });
    const data = await Promise.race([readDetails(database), late]).catch((error: unknown) => {
      if (hasDetails) request.log.warn({ err: error }, '/readyz has no details');
      return null;
    });
    hasDetails = data !== null;
    return { code, message, data };
  });
}

const mayKnow = (request: FastifyRequest, token: string | null): boolean =>
  isFromHere(request) || (token !== null && isTokenHolder(request.headers.authorization, token));

/**
 * Whether the database answers. While a busy one delays the check, an answer of the last seconds stands: busy is not
 * away.
 */
function createDatabaseCheck({ db }: HealthOptions): () => Promise<boolean> {
  // The start has just used it, and its first jobs may keep it busy.
  let answeredAt = performance.now();
  const ping = readTogether(async () => {
    try {
      await pingDb(db);
      answeredAt = performance.now();
      return true;
    } catch {
      return false;
    }
  });
  return () => {
    const hasAnswered = performance.now() - answeredAt < HOLDS_MS;
    return Promise.race([ping(), sleep(DATABASE_WAIT_MS, hasAnswered, { ref: false })]);
  };
}

type Known = Pick<Details, 'chains' | 'mail'>;

const UNKNOWN: Known = { chains: [], mail: null };

/** Reads the details; rejects if they cannot be read, or written. */
function createDetailsReader(options: HealthOptions): (database: boolean) => Promise<Details> {
  const { db, clock, keyring } = options;
  const checkNodes = createNodesCheck(options);
  const readKnown = readTogether(async (): Promise<Known> => {
    const [chains, { waiting, failing, waitsSince }] = await Promise.all([
      readChainHealth({ db, keyring }, clock.now()),
      readOutboxState(db, clock.now()),
    ]);
    const mail = { waiting, failing, waits_since: waitsSince?.toISOString() ?? null };
    return { chains: chains.map(presentChain), mail };
  });
  return async (database) => {
    const { chains, mail } = database ? await readKnown() : UNKNOWN;
    const followed = new Set(chains.map(({ type }) => type));
    const unused = NETWORKS.filter((network) => options.chains[network] && !followed.has(network));
    const nodes = await Promise.all(unused.map(checkNodes));
    return z.parse(Details, { database, chains, nodes, mail });
  };
}

/** Reads once for all who ask within a second, and never twice at the same time. */
function readTogether<T>(read: () => Promise<T>): () => Promise<T> {
  let last: { readonly answer: Promise<T>; endedAt: number } | null = null;
  return () => {
    if (last !== null && performance.now() - last.endedAt < FRESH_MS) return last.answer;
    const reading = { answer: read(), endedAt: Infinity };
    const end = (): void => void (reading.endedAt = performance.now());
    reading.answer.then(end, end);
    last = reading;
    return reading.answer;
  };
}

/** Whether a quorum of a network's nodes answers. */
function createNodesCheck({ chains, clock }: HealthOptions) {
  const cache = new Map<Network, { readonly at: number; readonly answers: Promise<boolean> }>();
  return async (network: Network): Promise<Details['nodes'][number]> => {
    const now = clock.now().getTime();
    let cached = cache.get(network);
    if (!cached || now - cached.at >= CACHE_MS) {
      const { nodes, quorum } = chains[network]!;
      cached = { at: now, answers: countRespondingNodes(nodes).then((count) => count >= quorum) };
      cache.set(network, cached);
    }
    const late = sleep(NODES_WAIT_MS, null, { ref: false });
    return { type: network, answers: await Promise.race([cached.answers, late]) };
  };
}

const HERE = /^(::ffff:)?127\.|^::1$/;

const FORWARDED = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'];

/** Whether a program on this machine has sent the request itself, and not a proxy for someone else. */
const isFromHere = ({ raw, headers }: FastifyRequest): boolean =>
  HERE.test(raw.socket.remoteAddress ?? '') && FORWARDED.every((name) => headers[name] === undefined);
