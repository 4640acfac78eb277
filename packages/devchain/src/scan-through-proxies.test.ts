import { createNode, readFinalCursor, scan, ScanMemory, type ChainNode, type Cursor } from '@portside/chain';
import { recordOf } from '@portside/chain/networks/registry';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Hex } from 'viem';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Devchain, DevchainControls } from './devchain.ts';
import { startDevchain } from './start-devchain.ts';

let devchain: Devchain & { controls: DevchainControls };
const proxies: NodeProxy[] = [];

beforeAll(async () => {
  devchain = await startDevchain();
  for (const network of ['ETH', 'TRON'] as const) await devchain.controls.setMining(network, false);
});
afterAll(() => devchain.stop());
afterEach(async () => {
  for (const proxy of proxies.splice(0)) await proxy.stop();
});

async function nodesWith(...each: (Misbehaviour | 'dead')[]): Promise<ChainNode[]> {
  return Promise.all(
    each.map(async (misbehave, index) => {
      const proxy = await startNodeProxy(
        devchain.chains.ETH.rpcUrl,
        misbehave === 'dead' ? honest : misbehave,
      );
      proxies.push(proxy);
      if (misbehave === 'dead') await proxy.stop();
      return createNode({ name: `n${index}`, url: proxy.url, timeoutMs: 3_000 });
    }),
  );
}

const watchOf = (quorum: number) => ({
  network: 'ETH' as const,
  chainId: devchain.chains.ETH.chainId,
  token: devchain.chains.ETH.contractAddress,
  decimals: recordOf('ETH').token.decimals,
  treasuries: [devchain.chains.ETH.walletAddress],
  checkouts: [devchain.chains.ETH.checkoutAddress],
  maxRange: 500,
  quorum,
});

const here = async (): Promise<Cursor> => {
  const node = createNode({ name: 'direct', url: devchain.chains.ETH.rpcUrl, timeoutMs: 3_000 });
  return (await readFinalCursor([node], watchOf(1)))!;
};

/** A payment, final, with so many blocks around it. */
async function payAmong(blocks: number): Promise<Hex> {
  await devchain.controls.mine('ETH', Math.floor(blocks / 2));
  const hash = await devchain.sendUsdt('ETH', devchain.chains.ETH.walletAddress, 5_000_000n);
  await devchain.controls.mine('ETH', Math.ceil(blocks / 2) + 4);
  return hash;
}

/** Scans until it has caught up; returns the hashes found and how often logs were requested. */
async function readAll(nodes: readonly ChainNode[], from: Cursor, quorum: number, memory = new ScanMemory()) {
  const found: Hex[] = [];
  for (let cursor = from, scans = 1; ; scans++) {
    const outcome = await scan(nodes, watchOf(quorum), cursor, memory);
    if (outcome.kind !== 'scanned') throw new Error(JSON.stringify(outcome));
    found.push(...outcome.transfers.map(({ txHash }) => txHash));
    cursor = outcome.cursor;
    if (outcome.caughtUp) return { found, scans, cursor, problems: outcome.problems ?? [] };
  }
}

const logCalls = (proxy: NodeProxy) => proxy.asked.filter(({ method }) => method === 'eth_getLogs');

/** An error within the envelope, with the HTTP status that some put around it. */
const says = (code: number, message: string, status = 200): [string, (id: unknown) => Reply] => [
  `${status} ${code} ${message}`,
  (id) => ({ status, body: { jsonrpc: '2.0', id, error: { code, message } } }),
];

test.each<[string, (id: unknown) => Reply]>([
  says(-32_000, 'eth_getLogs is limited to a 5 range'),
  says(-32_602, 'range 10 exceeds limit of 5'),
  says(35, 'ranges over 10000 blocks are not supported on freetier'),
  says(-32_701, 'eth_getLogs is limited to 0 - 10000 blocks range'),
  says(-32_005, 'query exceeds max results 20000, retry with the range 1-5'),
  says(-32_005, 'limit exceeded'),
  says(-32_602, 'exceed max block range: 5000', 400),
  says(-32_603, 'Internal error'),
  says(-32_001, 'Nur fünf Blöcke, bitte'),
  ['413 without a body', () => ({ status: 413, body: '' })],
  ['400 with a page', () => ({ status: 400, body: '<html>Bad Request</html>' })],
  ['403 with a text', () => ({ status: 403, body: 'forbidden on your plan' })],
  ['500 with a page', () => ({ status: 500, body: '<html>Oops</html>' })],
  ['200 with a page', () => ({ body: '<html>Upgrade your plan</html>' })],
])(
  'a node that refuses more than five blocks with %s is read in parts, and remembered',
  async (_, refuse) => {
    const start = await here();
    const paid = await payAmong(60);
    const nodes = await nodesWith(
      limitsRange(5, ({ id }) => refuse(id)),
      limitsRange(5, ({ id }) => refuse(id)),
    );
    const memory = new ScanMemory();
    const first = await readAll(nodes, start, 2, memory);
    expect(first.found).toEqual([paid]);
    expect(first.problems).toEqual([]);
    for (const proxy of proxies) proxy.asked.length = 0;
    const again = await payAmong(12);
    expect((await readAll(nodes, first.cursor, 2, memory)).found).toEqual([again]);
    // Thirteen blocks and four pending ones, in parts of three to five: nothing was asked for in vain.
    expect(logCalls(proxies[1]!).length).toBeLessThanOrEqual(7);
  },
);

test('a node that answers one block at once still goes on', async () => {
  const start = await here();
  const paid = await payAmong(30);
  const nodes = await nodesWith(limitsRange(1, () => ({ status: 413, body: '' })));
  expect((await readAll(nodes, start, 1)).found).toEqual([paid]);
});

test('a node that answers no logs at all is a problem of its own and not of the others', async () => {
  const start = await here();
  const paid = await payAmong(6);
  const nodes = await nodesWith(
    limitsRange(0, () => ({ status: 400, body: '' })),
    honest,
    honest,
  );
  expect((await readAll(nodes, start, 2)).found).toEqual([paid]);
  expect(await scan(nodes.slice(0, 2), watchOf(2), start)).toMatchObject({ kind: 'stalled' });
});

const orders = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
];
/** Claims thousands of final blocks more than there are, and that nothing happened in them. */
const boasts: Misbehaviour = async ({ id, method, params }, forward) => {
  const block = (number: number) => ({
    body: {
      jsonrpc: '2.0',
      id,
      result: {
        number: `0x${number.toString(16)}`,
        hash: `0x${number.toString(16).padStart(64, 'b')}`,
        timestamp: '0x65000000',
      },
    },
  });
  if (params[0] === 'finalized' || params[0] === 'latest') return block(9_000_000);
  if (method === 'eth_getLogs') return { body: { jsonrpc: '2.0', id, result: [] } };
  return { body: await forward() };
};
const forgets: Misbehaviour = async ({ id, method }, forward) =>
  method === 'eth_getLogs' ? { body: { jsonrpc: '2.0', id, result: [] } } : { body: await forward() };

test.each<[string, Misbehaviour | 'dead']>([
  ['is dead', 'dead'],
  ['claims the highest block', boasts],
  ['forgets transfers', forgets],
  ['never answers', () => null],
])('one node of three that %s changes nothing, in whatever order they stand', async (_, bad) => {
  const start = await here();
  const paid = await payAmong(8);
  for (const order of orders) {
    const nodes = await nodesWith(bad, honest, honest);
    const { found, problems } = await readAll(
      order.map((place) => nodes[place]!),
      start,
      2,
    );
    expect(found).toEqual([paid]);
    expect(problems.filter(({ name }) => name !== 'n0')).toEqual([]);
  }
});

test('the two that agree decide also where one of them is late and one is slow', async () => {
  const start = await here();
  const paid = await payAmong(8);
  const late: Misbehaviour = async ({ params, id }, forward) => {
    if (params[0] !== 'finalized') return { body: await forward() };
    const { number } = ((await forward()) as { result: { number: string } }).result;
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id,
      method: 'eth_getBlockByNumber',
      params: [`0x${(Number(number) - 2).toString(16)}`, false],
    });
    const answered = await fetch(devchain.chains.ETH.rpcUrl, { method: 'POST', body });
    return { body: await answered.json() };
  };
  const nodes = await nodesWith(boasts, late, slow(900));
  const outcome = await scan(nodes, watchOf(2), start);
  if (outcome.kind !== 'scanned') throw new Error(JSON.stringify(outcome));
  expect(outcome.transfers.map(({ txHash }) => txHash)).toEqual([paid]);
});

test('a payment to the checkout contract itself is told, and is no transfer', async () => {
  const start = await here();
  await devchain.sendUsdt('ETH', devchain.chains.ETH.checkoutAddress, 12_500_000n);
  await devchain.controls.mine('ETH', 6);
  const outcome = await scan(await nodesWith(honest, honest), watchOf(2), start);
  expect(outcome).toMatchObject({
    kind: 'scanned',
    transfers: [],
    quarantined: [
      {
        reason: {
          code: 'logToCheckout',
          facts: { amount: '12.5', from: devchain.chains.ETH.sandboxWalletAddress },
        },
      },
    ],
  });
});

type RpcCall = { readonly id: unknown; readonly method: string; readonly params: readonly unknown[] };
/** The JSON-RPC envelope from the node behind. */
type Envelope = { result?: unknown; error?: unknown };
/** An HTTP answer; `body` is sent as it is where it is a text. */
type Reply = { readonly status?: number; readonly body: unknown };
/** Changes or replaces an answer; null never answers. */
type Misbehaviour = (call: RpcCall, forward: () => Promise<Envelope>) => Promise<Reply | null> | Reply | null;

type NodeProxy = {
  readonly url: string;
  /** The methods it was asked for. */
  readonly asked: RpcCall[];
  misbehave: Misbehaviour;
  /** Refuses connections from now on. */
  stop(): Promise<void>;
};

/** Forwards the answer of the node behind unchanged. */
const honest: Misbehaviour = async (_, forward) => ({ body: await forward() });

/** A node on loopback that forwards to a real one and misbehaves as configured. */
async function startNodeProxy(target: string, misbehave: Misbehaviour = honest): Promise<NodeProxy> {
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const proxy: NodeProxy = {
    url: `http://127.0.0.1:${port}/`,
    asked: [],
    misbehave,
    async stop() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const call = JSON.parse(body) as RpcCall;
    proxy.asked.push(call);
    const forward = async (): Promise<Envelope> => {
      const answered = await fetch(target, { method: 'POST', body });
      return (await answered.json()) as Envelope;
    };
    const reply = await proxy.misbehave(call, forward);
    if (reply === null) return;
    response.writeHead(reply.status ?? 200, { 'content-type': 'application/json' });
    response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body));
  }

  return proxy;
}

/** Answers like the real node, but gives only this many blocks of logs at once; the refusal is configurable. */
const limitsRange =
  (most: number, refuse: (call: RpcCall) => Reply): Misbehaviour =>
  async (call, forward) => {
    if (call.method === 'eth_getLogs') {
      const { fromBlock, toBlock } = call.params[0] as { fromBlock: string; toBlock: string };
      if (Number(toBlock) - Number(fromBlock) + 1 > most) return refuse(call);
    }
    return { body: await forward() };
  };

/** Answers honestly after a delay. */
const slow =
  (ms: number): Misbehaviour =>
  async (_, forward) => {
    await pause(ms);
    return { body: await forward() };
  };
