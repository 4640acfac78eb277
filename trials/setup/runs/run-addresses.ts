import { chainsOf, recordOf, toMicro, toUnits, type Network } from '@portside/chain';
import { sql } from 'kysely';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Hex } from 'viem';
import { createFollowJob } from '../../../apps/server/src/features/deposits/index.ts';
import { depositMatcher } from '../../../apps/server/src/features/recharges/index.ts';
import type { Ctx } from '../../../apps/server/src/platform/context.ts';
import { migrate } from '../../../apps/server/src/platform/db/migrate.ts';
import {
  heat,
  makeAddresses,
  openAddressShop,
  type AddressShop,
  type OwnAddress,
} from '../addresses/address-shop.ts';
import type { FollowerOrder } from '../addresses/follower-process.ts';
import { GeneratedChain } from '../addresses/generated-chain.ts';
import { createCtx } from '../open-shop.ts';
import { createRandom, type Random, randomSecret } from '../random.ts';
import { openDatabases, openTarget } from '../target.ts';

type AddressRun = {
  readonly network: Network;
  readonly addresses: number;
  readonly payments: number;
  /** Of the shop's clock. */
  readonly hours: number;
  readonly seed: number;
  readonly tell?: (line: string) => void;
};

type AddressSummary = {
  readonly faults: readonly string[];
  readonly payments: number;
  readonly toHot: number;
  /** Kills, each followed by a restart of the follower. */
  readonly kills: number;
  /** Calls of one node in a minute of the shop's clock, the hourly reading of all addresses included. */
  readonly callsAMinute: number;
  readonly seconds: number;
};

const STEP_MS = 10 * 60_000;
/** After the last payment, so that it becomes final and all addresses are read once more. */
const REST_MS = 3 * 3_600_000;
const FURTHER_STEPS = 12;
const HOT = 200;
const POINTS = [
  'addresses: before commit',
  'addresses: after commit',
  'deposit: scanned',
  'deposit: cursor moved',
  'deposit: recorded',
  'deposit: before commit',
  'deposit: after commit',
  'own deposit: credited',
];
const FOLLOWER = new URL('../addresses/follower-process.ts', import.meta.url);

/**
 * Many addresses, hot and cold, paid at random while the follower is killed at crash points and at random times, and
 * started again: is every payment recorded and credited to its owner, once?
 */
export async function runAddresses(run: AddressRun): Promise<AddressSummary> {
  const { tell = () => undefined, network, seed } = run;
  const started = performance.now();
  const random = createRandom(seed);
  const databases = await openDatabases('postgres');
  const target = await databases.fresh();
  const { pool, close } = await openTarget(target);
  try {
    const keys = { credentials: randomSecret(), fingerprint: randomSecret() };
    const ctx = createCtx(pool, keys);
    await migrate(ctx.db);
    const shop = await openAddressShop(ctx, network);
    const own = await makeAddresses(ctx, shop, run.addresses);
    tell(`${own.length} addresses in ${seconds(started)} s`);
    const world = planWorld(run, { shop, own, random });
    await heat(ctx, own.slice(0, HOT), new Date(world.end));
    await startReading(ctx, network, world);
    const served = await serveChain(world.chain, world.askTime);
    const order = { databaseUrl: target.databaseUrl!, keys, network, chainUrl: served.url };
    const kills = await liveAndDie(order, random, world);
    await served.stop();
    const faults = await check(ctx, shop.chainId, world.expected, network);
    return {
      faults,
      payments: world.expected.size,
      toHot: world.toHot,
      kills,
      callsAMinute: Math.max(...world.chain.counted.values()) / world.minutes(),
      seconds: Number(seconds(started)),
    };
  } finally {
    await close();
    target.remove();
    databases.stop();
  }
}

const seconds = (since: number): string => ((performance.now() - since) / 1_000).toFixed(0);

type World = {
  readonly chain: GeneratedChain;
  /** The owner and amount, by transaction. */
  readonly expected: ReadonlyMap<Hex, { readonly userId: bigint; readonly units: bigint }>;
  readonly toHot: number;
  /** Of the shop's clock, in milliseconds. */
  readonly start: number;
  readonly end: number;
  readonly askTime: () => number | null;
  readonly isOver: () => boolean;
  /** Extends the time when a follower starts, so that the last one finishes what others left. */
  readonly begin: () => void;
  readonly minutes: () => number;
};

type Parts = {
  readonly shop: AddressShop;
  readonly own: readonly OwnAddress[];
  readonly random: Random;
};

/** Makes all payments at once; blocks appear as the clock moves. Some addresses are hot from the start. */
function planWorld({ network, hours, payments }: AddressRun, { shop, own, random }: Parts): World {
  const lastPayment = Date.now();
  const start = lastPayment - hours * 3_600_000;
  const end = lastPayment + REST_MS;
  const chain = new GeneratedChain({ ...shop, startsAtMs: start });
  const blocks = chain.blockOf(lastPayment);
  const hot = own.slice(0, HOT);
  const { decimals } = recordOf(network).token;
  const cent = 10n ** BigInt(decimals - 2);
  // Less would wait for more.
  const least = toUnits(chainsOf(network).leastDepositMicro, decimals);
  const expected = new Map<Hex, { userId: bigint; units: bigint }>();
  let toHot = 0;
  for (let count = 0; count < payments; count += 1) {
    const isHot = random.chance(0.4);
    toHot += isHot ? 1 : 0;
    const { userId, address } = random.pick(isHot ? hot : own);
    const units = least + BigInt(random.below(100_000)) * cent;
    const block = 1 + random.below(blocks - 1);
    expected.set(chain.pay({ block, to: address, units }), { userId, units });
  }
  let now = start;
  let further = 0;
  const askTime = (): number | null => {
    if (now > end && --further < 0) return null;
    now += STEP_MS;
    chain.moveTo(now);
    return now;
  };
  return {
    chain,
    expected,
    toHot,
    start,
    end,
    askTime,
    isOver: () => now > end,
    begin: () => void (further = FURTHER_STEPS),
    minutes: () => (now - start) / 60_000,
  };
}

/** Sets the cursor to block 0: a follower killed before it has one would skip what was paid meanwhile. */
async function startReading(ctx: Ctx, network: Network, { chain, start }: World): Promise<void> {
  const atStart = { ...ctx, clock: { now: () => new Date(start) } };
  const nodes = ['one', 'other'].map((name) => chain.node(name));
  const isAwaited = (): Promise<boolean> => Promise.resolve(false);
  await createFollowJob(atStart, { network, nodes, quorum: 2, everyMs: 1, isAwaited }, depositMatcher).run();
}

/** Restarts the follower until one is alive at the end of the clock; returns how many were killed. */
async function liveAndDie(
  order: Omit<FollowerOrder, 'crashAt'>,
  random: Random,
  { isOver, begin }: Pick<World, 'isOver' | 'begin'>,
): Promise<number> {
  for (let kills = 0; ; kills += 1) {
    const isLast = isOver();
    begin();
    const isFirst = kills === 0;
    // Each point is passed at least once, so the first follower is killed for certain.
    const often = isFirst ? 1 : 1 + random.below(4);
    const plan = isFirst || random.chance(0.6) ? `${random.pick(POINTS)}#${often}` : null;
    const child = fork(FOLLOWER, [JSON.stringify({ ...order, crashAt: isLast ? null : plan })], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const [code, signal] = await waitOrKill(
      child,
      isLast || plan !== null ? null : 400 + random.below(4_000),
    );
    if (code === 0) return kills;
    if (signal !== 'SIGKILL') throw new Error(`the follower ended with ${code ?? signal}`);
  }
}

async function waitOrKill(
  child: ChildProcess,
  afterMs: number | null,
): Promise<[code: number | null, signal: NodeJS.Signals | null]> {
  const timer = afterMs === null ? undefined : setTimeout(() => child.kill('SIGKILL'), afterMs);
  const ended = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  clearTimeout(timer);
  return ended;
}

/** Nothing is missed, doubled or misattributed, and each owner has what was paid to them. */
async function check(
  ctx: Ctx,
  chainId: number,
  expected: World['expected'],
  network: Network,
): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('deposits')
    .select(['tx_hash', 'owner_id', 'user_id', 'state', 'amount_units', 'amount_micro'])
    .where('chain_id', '=', BigInt(chainId))
    .execute();
  const { decimals } = recordOf(network).token;
  const faults: string[] = [];
  const seen = new Set<Hex>();
  for (const row of rows) {
    const paid = expected.get(row.tx_hash);
    if (seen.has(row.tx_hash)) faults.push(`${row.tx_hash} was recorded twice`);
    seen.add(row.tx_hash);
    if (!paid) faults.push(`${row.tx_hash} was never paid`);
    else if (row.owner_id !== paid.userId || row.user_id !== paid.userId || row.state !== 'credited')
      faults.push(`${row.tx_hash} is ${row.state} for ${row.user_id} instead of ${paid.userId}`);
    else if (row.amount_micro !== toMicro(paid.units, decimals))
      faults.push(`${row.tx_hash} is worth ${row.amount_micro}`);
  }
  for (const hash of expected.keys()) if (!seen.has(hash)) faults.push(`${hash} is missing`);
  const { rows: sums } = await sql<{ micro: string }>`
    select coalesce(sum(balance_micro), 0)::text as micro from ledger_accounts where kind = 'available'`.execute(
    ctx.db,
  );
  const owed = [...expected.values()].reduce((sum, { units }) => sum + toMicro(units, decimals), 0n);
  if (BigInt(sums[0]!.micro) !== owed) faults.push(`balances are ${sums[0]!.micro}, paid was ${owed}`);
  return faults;
}

type Asked = { readonly id: number; readonly method: string; readonly params: readonly unknown[] };

/** The time, which a follower also asks for and which advances with each request. Null at the end. */
type AskTime = () => number | null;

type ServedChain = { readonly url: string; stop(): Promise<void> };

/** Serves the chain's nodes over HTTP, each under its name, and the shop's clock under `clock`. */
async function serveChain(chain: GeneratedChain, askTime: AskTime): Promise<ServedChain> {
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const name = request.url!.slice(1);
      response.setHeader('content-type', 'application/json');
      if (name === 'clock') return response.end(JSON.stringify({ now: askTime() }));
      const { id, method, params } = JSON.parse(body) as Asked;
      return response.end(JSON.stringify({ jsonrpc: '2.0', id, result: chain.answer(name, method, params) }));
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const stop = (): Promise<void> => {
    server.closeAllConnections();
    return new Promise((resolve) => void server.close(() => resolve()));
  };
  return { url: `http://127.0.0.1:${port}`, stop };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}
