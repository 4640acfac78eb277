import { DAY_MS } from '../../../platform/clock.ts';
import { createNode, NodeError } from '@portside/chain';
import { NETWORKS } from '@portside/contract';
import { startDevchain } from '@portside/devchain';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { numberToHex, type Hex } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Ctx } from '../../../platform/context.ts';
import {
  createChainWorld,
  nodeOf,
  randomAddress,
  type ChainWorld,
  type TestChains,
  transferOf,
} from '../../../testing/chain-world.ts';
import { signInAdmin } from '../../../testing/people.ts';
import { resealMethods } from '../../../testing/sealed-rows.ts';
import { findLedgerMismatches } from '../../ledger/index.ts';
import { setPaymentMethod } from '../../payment-methods/index.ts';
import { countOpenLogs, createFollowJob, readChainHealth, readFollowedHead } from '../index.ts';
import { rescanChain } from './rescan-chain.ts';
import { depositMatcher } from '../../recharges/index.ts';

let chains: TestChains;
let world: ChainWorld;
let chainId: bigint;

beforeAll(async () => {
  chains = await startDevchain();
  chainId = BigInt(chains.chains.ETH.chainId);
});
beforeEach(async () => {
  world = await createChainWorld(chains, ['ETH']);
});
afterAll(() => chains.stop());

const jobOf = (ctx: Ctx, nodes = [nodeOf(chains, 'ETH')], matcher = depositMatcher) =>
  createFollowJob(ctx, { network: 'ETH', nodes, quorum: nodes.length, everyMs: 1 }, matcher);
const deadNode = createNode({ name: 'dead node', url: 'http://127.0.0.1:1/secret', timeoutMs: 500 });
const listDeposits = (txHash: Hex) =>
  world.ctx.db.selectFrom('deposits').selectAll().where('tx_hash', '=', txHash).execute();
const readCursorRow = () =>
  world.ctx.db
    .selectFrom('chain_cursors')
    .selectAll()
    .where('chain_id', '=', chainId)
    .executeTakeFirstOrThrow();
const healthOfEth = async () => {
  const health = await readChainHealth(world.ctx, world.ctx.clock.now());
  return health.find(({ network }) => network === 'ETH')!;
};

test.each([
  ['a NUL', 'a\0b'],
  ['half of a surrogate pair', 'a\ud83d'],
  ['an emoji where it is cut', `${'x'.repeat(199)}\u{1f600}`],
])('one of three nodes whose error holds %s stops no scan', async (_, message) => {
  const server = createServer((_request, response) =>
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: -32_000, message } })),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const odd = createNode({ name: 'odd', url: `http://127.0.0.1:${port}`, timeoutMs: 5_000 });
  await chains.controls.mine('ETH', 1);
  const nodes = [nodeOf(chains, 'ETH'), nodeOf(chains, 'ETH'), odd];
  await createFollowJob(world.ctx, { network: 'ETH', nodes, quorum: 2, everyMs: 1 }, depositMatcher).run();
  server.close();
  const { state, nodes: problems } = await healthOfEth();
  expect([state, problems.map(({ node }) => node)]).toEqual(['following', ['odd']]);
});

test('an unreachable node stalls the chain; once it answers, every block in between is read', async () => {
  const stalled = jobOf(world.ctx, [deadNode]);
  await stalled.run();
  const before = await readCursorRow();
  expect(await healthOfEth()).toMatchObject({ state: 'stalled', lagBlocks: 0 });
  const { reasons } = await healthOfEth();
  expect(reasons).toMatchObject([{ code: 'nodeUnreachable', facts: { node: 'dead node' } }]);
  expect(JSON.stringify(reasons)).not.toContain('secret');

  const early = await world.pay('ETH', '21');
  // More than one scan takes.
  await chains.controls.rpc('ETH', 'anvil_mine', numberToHex(700));
  const late = await world.pay('ETH', '22');
  await world.makeFinal('ETH');
  await stalled.run();
  expect(await readCursorRow()).toEqual(before);
  const job = jobOf(world.ctx);
  expect(await job.run()).toEqual({ more: true });
  expect(await job.run()).toEqual({ more: false });
  for (const hash of [early, late]) expect(await listDeposits(hash)).toMatchObject([{ state: 'unmatched' }]);
  expect(await healthOfEth()).toMatchObject({ state: 'following', lagBlocks: 0, reasons: [] });
  const head = await chains.controls.rpc<Hex>('ETH', 'eth_blockNumber');
  expect(await readFollowedHead(world.ctx.db, chainId, world.ctx.clock.now())).toBe(Number(head));
});

test('nodes that fail for a moment leave the network open for top-ups, a minute of it does not', async () => {
  let now = Date.now();
  const ctx = { ...world.ctx, clock: { now: () => new Date(now) } };
  await jobOf(ctx).run();
  const head = await readFollowedHead(ctx.db, chainId, ctx.clock.now());
  expect(head).not.toBeNull();
  const failing = jobOf(ctx, [deadNode]);
  await failing.run();
  expect(await healthOfEth()).toMatchObject({ state: 'stalled' });
  expect(await readFollowedHead(ctx.db, chainId, ctx.clock.now())).toBe(head);
  now += 61_000;
  await failing.run();
  expect(await readFollowedHead(ctx.db, chainId, ctx.clock.now())).toBeNull();
});

test('a node of another chain is not believed', async () => {
  const before = await readCursorRow();
  await jobOf(world.ctx, [nodeOf(chains, 'TRON')]).run();
  expect(await healthOfEth()).toMatchObject({ state: 'stalled' });
  expect((await healthOfEth()).reasons).toMatchObject([
    { code: 'nodeOtherChain', facts: { found: chains.chains.TRON.chainId } },
  ]);
  expect(await readCursorRow()).toEqual(before);
});

test('another block where a final one was read halts the chain, and nothing is credited', async () => {
  await world.ctx.db
    .updateTable('chain_cursors')
    .set({ block_hash: `0x${'ee'.repeat(32)}` })
    .where('chain_id', '=', chainId)
    .execute();
  const hash = await world.payFinally('ETH', '23');
  expect(await healthOfEth()).toMatchObject({ state: 'halted' });
  expect(await listDeposits(hash)).toEqual([]);
});

test('two followers of one chain record a deposit once', async () => {
  const hash = await world.pay('ETH', '24');
  await world.makeFinal('ETH');
  const jobs = Array.from({ length: 4 }, () => jobOf(world.ctx));
  const results = await Promise.all(jobs.map((job) => job.run()));
  // The three that did not get the lock are to run again.
  expect(results.filter(({ more }) => more)).toHaveLength(3);
  expect(await listDeposits(hash)).toHaveLength(1);
  expect(await findLedgerMismatches(world.ctx.db)).toEqual([]);
});

test('a failure in the middle undoes deposit and cursor together; the next run records both', async () => {
  const matchToWallets = () => Promise.reject(new Error('in the middle'));
  const hash = await world.pay('ETH', '25');
  await world.makeFinal('ETH');
  const before = await readCursorRow();
  const job = jobOf(world.ctx, undefined, { ...depositMatcher, matchToWallets });
  await expect(job.run()).rejects.toThrow('in the middle');
  expect(await readCursorRow()).toEqual(before);
  expect(await listDeposits(hash)).toEqual([]);
  await world.follow('ETH');
  expect(await listDeposits(hash)).toMatchObject([{ state: 'unmatched', amount_micro: 25_000_000n }]);
});

test('each deposit has one ledger movement, from the network to what waits for its owner', async () => {
  const hash = await world.payFinally('ETH', '26.5');
  const [deposit] = await listDeposits(hash);
  const movements = world.ctx.db.selectFrom('ledger_movements').selectAll();
  expect(
    await movements.where('reference', '=', deposit!.id).where('kind', '=', 'deposit').execute(),
  ).toEqual([expect.objectContaining({ debit_account: 2n, credit_account: 3n, amount_micro: 26_500_000n })]);
});

test('a deposit is numbered within its transaction, whatever else is in the block', async () => {
  const { walletAddress } = chains.chains.ETH;
  const hashes = [
    await chains.sendUsdt('ETH', walletAddress, 7n),
    await chains.sendUsdt('ETH', walletAddress, 8n),
  ];
  await world.settle('ETH');
  const deposits = (await Promise.all(hashes.map(listDeposits))).flat();
  expect(deposits.map(({ ordinal }) => ordinal)).toEqual([0, 0]);
  expect(deposits[0]?.block_hash).toBe(deposits[1]?.block_hash);
});

test('a retired wallet is watched for ninety days', async () => {
  const { chainId: id, contractAddress, walletAddress } = chains.chains.ETH;
  const method = { type: 'ETH', chainId: id, contractAddress, checkoutAddress: null } as const;
  await setPaymentMethod(world.ctx, { ...method, walletAddress: randomAddress(), nodesOnLoopback: true });
  const inTime = await world.payFinally('ETH', '27', walletAddress);
  expect(await listDeposits(inTime)).toHaveLength(1);

  const longAgo = new Date(Date.now() - 91 * DAY_MS);
  const retired = world.ctx.db.updateTable('payment_methods').where('wallet_address', '=', walletAddress);
  await retired.set({ retired_at: longAgo }).execute();
  await resealMethods(world.ctx);
  const tooLate = await world.payFinally('ETH', '28', walletAddress);
  expect(await listDeposits(tooLate)).toEqual([]);
});

test('a transfer of zero is quarantined, not recorded', async () => {
  const { contractAddress, walletAddress } = chains.chains.ETH;
  const hash = await world.call('ETH', randomAddress(), contractAddress, transferOf(walletAddress, 0n));
  await world.settle('ETH');
  expect(await listDeposits(hash)).toEqual([]);
  const aside = world.ctx.db.selectFrom('quarantined_logs').selectAll().where('tx_hash', '=', hash);
  expect(await aside.execute()).toMatchObject([{ ordinal: 0, reason: { code: 'logZero' } }]);
});

test('a payment whose receipt is too large waits for a person; a rescan records it once it can be read', async () => {
  const node = nodeOf(chains, 'ETH');
  const hash = await world.pay('ETH', '31');
  await world.makeFinal('ETH');
  const request = async (method: string, params: readonly unknown[]): Promise<unknown> => {
    if (method !== 'eth_getTransactionReceipt' || params[0] !== hash) return node.request(method, params);
    throw new NodeError('bad-answer', { node: node.name, method, status: 200 }, 'response too large');
  };
  const job = jobOf(world.ctx, [{ ...node, request }]);
  while ((await job.run()).more);
  expect(await listDeposits(hash)).toEqual([]);
  expect(await healthOfEth()).toMatchObject({ state: 'following', lagBlocks: 0 });
  const newest = { code: 'logReceiptUnread', facts: { amount: '31' } };
  expect(await countOpenLogs(world.ctx.db)).toEqual([{ network: 'ETH', lost: false, count: 1, newest }]);

  const { ctx } = await signInAdmin(world.ctx);
  const { block_number: from } = await world.ctx.db
    .selectFrom('quarantined_logs')
    .select('block_number')
    .where('tx_hash', '=', hash)
    .executeTakeFirstOrThrow();
  const { found } = await rescanChain(
    ctx,
    { body: { type: 'ETH', from_block: from, reason: 'another node' } },
    { chains: { ETH: { nodes: [node], quorum: 1 } }, matcher: depositMatcher },
  );
  expect(found).toBe(1);
  expect(await listDeposits(hash)).toMatchObject([{ state: 'unmatched' }]);
});

test('without changes only a heartbeat is written', async () => {
  world = await createChainWorld(chains, NETWORKS);
  let now = Date.now();
  const ctx = { ...world.ctx, clock: { now: () => new Date(now) } };
  const job = jobOf(ctx);
  const checkedAt = async () => {
    await job.run();
    const row = ctx.db.selectFrom('chain_statuses').select('checked_at').where('chain_id', '=', chainId);
    return (await row.executeTakeFirstOrThrow()).checked_at.getTime();
  };
  const first = await checkedAt();
  now += 5_000;
  expect(await checkedAt()).toBe(first);
  now += 10_000;
  expect(await checkedAt()).toBe(now);
  now += 61_000;
  expect((await readChainHealth(ctx, new Date(now))).map(({ state }) => state)).toEqual(
    NETWORKS.map(() => 'stalled'),
  );
});

test('while nobody waits for a payment the nodes are asked every thirty seconds; at once when somebody does', async () => {
  let now = Date.now();
  let asked = 0;
  let isAwaited = false;
  const node = nodeOf(chains, 'ETH');
  const ctx: Ctx = { ...world.ctx, clock: { now: () => new Date(now) } };
  const job = createFollowJob(
    ctx,
    {
      network: 'ETH',
      nodes: [{ ...node, request: (method, params) => ((asked += 1), node.request(method, params)) }],
      quorum: 1,
      everyMs: 1,
      isAwaited: () => Promise.resolve(isAwaited),
    },
    depositMatcher,
  );
  await job.run();
  asked = 0;
  for (let second = 0; second < 60; second += 1) {
    now += 1_000;
    await job.run();
    const health = (await readChainHealth(ctx, new Date(now))).find(({ network }) => network === 'ETH');
    expect(health!.state).toBe('following');
  }
  expect(asked).toBeGreaterThan(0);
  expect(asked).toBeLessThanOrEqual(12);
  isAwaited = true;
  asked = 0;
  now += 1_000;
  await job.run();
  expect(asked).toBeGreaterThan(0);
});

test('one dead node of three only raises an alarm that names it, once it lasts', async () => {
  const dead = createNode({ name: 'dead', url: 'http://127.0.0.1:1/', timeoutMs: 500 });
  const live = (name: string) => ({ ...nodeOf(chains, 'ETH'), name });
  const job = createFollowJob(
    world.ctx,
    {
      network: 'ETH',
      nodes: [dead, live('a'), live('b')],
      quorum: 2,
      everyMs: 1,
    },
    depositMatcher,
  );
  const hash = await world.pay('ETH', '31');
  await world.makeFinal('ETH');
  while ((await job.run()).more);
  expect(await listDeposits(hash)).toHaveLength(1);
  const health = await healthOfEth();
  expect(health).toMatchObject({ state: 'following', nodes: [{ node: 'dead' }] });
  const { since } = health.nodes[0]!;
  await world.pay('ETH', '32');
  await job.run();
  expect((await healthOfEth()).nodes[0]!.since).toEqual(since);
  await world.pay('ETH', '33');
  await jobOf(world.ctx).run();
  expect((await healthOfEth()).nodes).toEqual([]);
});
