import { randomBytes, randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { chainsOf } from '@portside/chain';
import { formatMicro, NETWORKS, type Network, parseMicro, type Recharge } from '@portside/contract';
import type { Hex } from 'viem';
import { createFollowJob } from '../apps/server/src/features/deposits/index.ts';
import { setPaymentMethod } from '../apps/server/src/features/payment-methods/index.ts';
import { createRecharge } from '../apps/server/src/features/recharges/create-recharge.ts';
import { depositMatcher } from '../apps/server/src/features/recharges/index.ts';
import { Jobs, type Job } from '../apps/server/src/platform/jobs.ts';
import type { Ctx } from '../apps/server/src/platform/context.ts';
import { buildBuyer } from '../apps/server/src/testing/build.ts';
import { markSound } from '../apps/server/src/testing/sealed-rows.ts';
import {
  NODE_NAMES,
  type Payments,
  startChainNodes,
  type BenchChain,
  type ChainNodes,
} from './setup/chain-nodes.ts';
import { readFlags, figures, quantile, table } from './setup/report.ts';
import { onDatabase } from './setup/on-database.ts';

/**
 * How fast are deposits recorded and a backlog of blocks caught up, how soon is a final payment credited, and how many
 * requests does that cost the nodes in a day?
 */

const flags = readFlags({ blocks: [200_000], deposits: [1_500], live: [120], hours: [1] });
const [blocks = 200_000] = flags.blocks;
const [deposits = 1_500] = flags.deposits;
const [liveSeconds = 120] = flags.live;
const [hours = 1] = flags.hours;

const blockSecondsOf = (network: Network): number => chainsOf(network).blockSeconds;
/** Not a divisor of the poll, so that waits of every length occur. */
const liveBlockSecondsOf = (network: Network): number => Math.min(7, blockSecondsOf(network));
/** From the head to the final block, as on the main networks. */
const lagOf = (network: Network): number =>
  Math.ceil(chainsOf(network).finalitySeconds / chainsOf(network).blockSeconds);
const FIRST = 200;
const PER_BLOCK = 5;
const DAY_SECONDS = 86_400;
/** The free daily requests of a public node: TronGrid with a key, and comparable ones for Ethereum. */
const DAILY_LIMIT = 100_000;
const NOBODYS = '500000';

const secondsNow = (): number => Date.now() / 1_000;

await onDatabase(flags.embedded, async ({ ctx }) => {
  const speed: string[][] = [];
  for (const network of NETWORKS) {
    speed.push(await measureBacklog(ctx, network));
    speed.push(await measureIntake(ctx, network, 'of nobody'));
    speed.push(await measureIntake(ctx, network, 'credited'));
  }
  table(
    ['network', 'what', 'blocks', 'deposits', 'seconds', 'blocks/s', 'deposits/s', 'peak memory MB'],
    speed,
  );
  if (liveSeconds > 0) {
    const waits = await Promise.all(NETWORKS.map((network) => measureWait(ctx, network)));
    table(['network', 'poll s', 'deposits', 'final to credited, p50 s', 'most s', 'most, in polls'], waits);
  }
  const calls: string[][] = [];
  for (const network of NETWORKS)
    for (const [isOpen, perDay] of [
      [false, 0],
      [true, 0],
      [true, 1_440],
    ] as const)
      calls.push(await countQuestions(ctx, network, isOpen, perDay));
  table(
    ['network', 'top-ups open', 'payments a day', 'first node, a day', 'second node, a day', 'of 100,000'],
    calls,
  );
});

/** Blocks of which one in a thousand has a payment, as after days of downtime. */
async function measureBacklog(ctx: Ctx, network: Network): Promise<string[]> {
  const sparse: Payments = Array.from({ length: Math.floor(blocks / 1_000) }, (_, at) => [
    FIRST + at * 1_000,
    [NOBODYS],
  ]);
  return measure(ctx, network, 'a backlog', blocks, () => Promise.resolve(sparse));
}

async function measureIntake(ctx: Ctx, network: Network, kind: 'credited' | 'of nobody'): Promise<string[]> {
  const count = Math.ceil(deposits / PER_BLOCK);
  return measure(ctx, network, `deposits ${kind}`, count, async () => {
    const amounts =
      kind === 'of nobody'
        ? Array.from({ length: deposits }, () => NOBODYS)
        : (await askForTopUps(ctx, network, deposits)).map(amountOf);
    return Array.from({ length: count }, (_, at) => [
      FIRST + at,
      amounts.slice(at * PER_BLOCK, (at + 1) * PER_BLOCK),
    ]);
  });
}

async function measure(
  ctx: Ctx,
  network: Network,
  what: string,
  length: number,
  makePayments: () => Promise<Payments>,
): Promise<string[]> {
  const blockSeconds = blockSecondsOf(network);
  const startsAt = secondsNow() - blockSeconds * FIRST;
  const shape = { blockSeconds, lag: lagOf(network), startsAt, everyMs: 1 };
  const { chain, wires, job } = await followNewChain(ctx, network, shape);
  const payments = await makePayments();
  await wires.pay(payments);
  await wires.setHead(FIRST + length + lagOf(network));
  const { seconds, peakBytes } = await catchUp(job);
  wires.stop();
  const { count } = await ctx.db
    .selectFrom('deposits')
    .select((one) => one.fn.countAll<bigint>().as('count'))
    .where('chain_id', '=', BigInt(chain.chainId))
    .executeTakeFirstOrThrow();
  const expected = payments.reduce((sum, [, amounts]) => sum + amounts.length, 0);
  if (Number(count) !== expected) throw new Error(`${count} deposits of ${expected}`);
  return [
    network,
    what,
    figures(length),
    figures(expected),
    seconds.toFixed(1),
    figures(length / seconds),
    figures(expected / seconds),
    figures(peakBytes / 1e6),
  ];
}

/** In real time with production's polls: from the moment a block is final to the end of the credit. */
async function measureWait(ctx: Ctx, network: Network): Promise<string[]> {
  const blockSeconds = liveBlockSecondsOf(network);
  const everyMs = chainsOf(network).pollMs;
  const lag = 2;
  const startsAt = secondsNow() - blockSeconds * FIRST;
  const creditedAt = new Map<string, number>();
  const live: Ctx['live'] = {
    changed: () => undefined,
    publish: () => undefined,
  };
  ctx.events.on('depositsCredited', (_, { deposits }) => {
    for (const { amount_micro } of deposits) creditedAt.set(formatMicro(amount_micro), secondsNow());
    return Promise.resolve();
  });
  const shape = { blockSeconds, lag, startsAt, everyMs };
  const { wires, job } = await followNewChain({ ...ctx, live }, network, shape);
  await wires.setHead(null);
  await catchUp(job);
  const recharges = await askForTopUps(ctx, network, Math.floor(liveSeconds / blockSeconds));
  const next = Math.ceil((secondsNow() - startsAt) / blockSeconds) + 1;
  await wires.pay(recharges.map((recharge, at) => [next + at, [amountOf(recharge)]]));
  const jobs = new Jobs(ctx.log);
  jobs.start(job);
  const end = startsAt + (next + recharges.length + lag) * blockSeconds + (2 * everyMs) / 1_000;
  await sleep((end - secondsNow()) * 1_000);
  await jobs.stop();
  wires.stop();
  const waits = recharges.map(({ order_id, pay_amount }, at) => {
    const credited = creditedAt.get(pay_amount);
    if (credited === undefined) throw new Error(`${order_id} was not credited in time`);
    return credited - (startsAt + (next + at + lag) * blockSeconds);
  });
  waits.sort((a, b) => a - b);
  const most = waits.at(-1)!;
  return [
    network,
    String(everyMs / 1_000),
    figures(waits.length),
    quantile(waits, 0.5).toFixed(1),
    most.toFixed(1),
    ((most * 1_000) / everyMs).toFixed(2),
  ];
}

/** Some hours of polls without the waiting, and their requests to each node. */
async function countQuestions(
  world: Ctx,
  network: Network,
  isOpen: boolean,
  perDay: number,
): Promise<string[]> {
  let now = Date.now();
  const ctx: Ctx = { ...world, clock: { now: () => new Date(now) } };
  const blockSeconds = blockSecondsOf(network);
  const pollSeconds = chainsOf(network).pollMs / 1_000;
  const seconds = hours * 3_600;
  const shape = {
    blockSeconds,
    lag: lagOf(network),
    startsAt: secondsNow() - FIRST * blockSeconds,
    everyMs: 1,
    isAwaited: () => Promise.resolve(isOpen),
  };
  const { wires, job } = await followNewChain(ctx, network, shape);
  const between = perDay > 0 ? DAY_SECONDS / perDay / blockSeconds : Infinity;
  const length = seconds / blockSeconds;
  await wires.pay(
    Array.from({ length: Math.floor(length / between) }, (_, at) => [
      FIRST + Math.floor(at * between),
      [NOBODYS],
    ]),
  );
  await wires.setHead(FIRST);
  await catchUp(job);
  await wires.count();
  for (let at = 0; at < seconds; at += pollSeconds) {
    now += pollSeconds * 1_000;
    await wires.setHead(FIRST + Math.floor(at / blockSeconds));
    await catchUp(job);
  }
  const counted = await wires.count();
  wires.stop();
  const daily = NODE_NAMES.map((name) => ((counted[name] ?? 0) * DAY_SECONDS) / seconds);
  return [
    network,
    isOpen ? 'some' : 'none',
    figures(perDay),
    ...daily.map(figures),
    `${((100 * Math.max(...daily)) / DAILY_LIMIT).toFixed(0)} %`,
  ];
}

type Followed = { readonly chain: BenchChain; readonly wires: ChainNodes; readonly job: Job };

/** A buyer has three open at most. */
const OPEN_EACH = 3;
const AT_ONCE = 8;

const someHex = (bytes: number): Hex => `0x${randomBytes(bytes).toString('hex')}`;

/** A new chain with two nodes that must agree, and the shop's follower with its cursor on the first final block. */
async function followNewChain(
  ctx: Ctx,
  network: Network,
  shape: Pick<BenchChain, 'blockSeconds' | 'lag' | 'startsAt'> & {
    readonly everyMs: number;
    readonly isAwaited?: () => Promise<boolean>;
  },
): Promise<Followed> {
  const { everyMs, isAwaited, ...times } = shape;
  const chainId = 1_000_000_000 + randomInt(1_000_000_000);
  const chain = { network, chainId, token: someHex(20), treasury: someHex(20), ...times };
  await setPaymentMethod(ctx, {
    type: network,
    chainId,
    contractAddress: chain.token,
    walletAddress: chain.treasury,
    checkoutAddress: null,
    nodesOnLoopback: true,
  });
  await markSound(ctx, network);
  const wires = await startChainNodes(chain);
  await wires.setHead(chain.lag + 1);
  const job = createFollowJob(
    ctx,
    {
      network,
      nodes: wires.nodes,
      quorum: 2,
      everyMs,
      ...(isAwaited && { isAwaited }),
    },
    depositMatcher,
  );
  await job.run();
  return { chain, wires, job };
}

/** Follows to the newest final block; returns the seconds it took and the peak memory in bytes. */
async function catchUp(job: Job): Promise<{ seconds: number; peakBytes: number }> {
  const start = performance.now();
  let peakBytes = 0;
  for (let more = true; more;) {
    ({ more } = await job.run());
    peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
  }
  return { seconds: (performance.now() - start) / 1_000, peakBytes };
}

/** Creates this many top-ups as buyers do, with as many buyers as needed. */
async function askForTopUps(ctx: Ctx, network: Network, count: number): Promise<Recharge[]> {
  const recharges: Recharge[] = [];
  const ask = async (): Promise<void> => {
    while (recharges.length < count) {
      const buyer = await buildBuyer(ctx);
      for (let open = 0; open < OPEN_EACH; open += 1) {
        const body = { type: network, amount: '50' };
        recharges.push(await createRecharge(buyer.ctx, { body, idempotencyKey: `${open}` }));
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, ask));
  return recharges.slice(0, count);
}

const amountOf = (recharge: Recharge): string => String(parseMicro(recharge.pay_amount));
