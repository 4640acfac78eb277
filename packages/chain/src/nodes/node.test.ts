import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';
import type { Hex } from 'viem';
import { onTestFinished as afterTest, expect, test } from 'vitest';
import { token, word } from '../testing/fake-chain.ts';
import type { ChainNode } from '../types.ts';
import { isRangeRefused, NodeError, type NodeErrorKind } from './node-error.ts';
import { createNode, inspectNode } from './node.ts';
import { createTronHttp } from '../tron/http.ts';

const SECRET = 'k3y-0123456789abcdef';

type Handler = (request: IncomingMessage, response: ServerResponse, attempt: number) => void;

async function serve(handle: Handler, { timeoutMs = 10_000, onTestFinished = afterTest } = {}) {
  let attempts = 0;
  const server = createServer((request, response) => handle(request.resume(), response, ++attempts));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/v2/${SECRET}/?apikey=${SECRET}`;
  const node = createNode({ name: 'first', url, headers: { 'x-api-key': SECRET }, timeoutMs });
  return { node, port, attempts: () => attempts };
}

const answer =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Handler =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };

async function failure(asked: Promise<unknown>): Promise<NodeError> {
  const error = await asked.then(
    (result) => new Error(`It answered ${String(result)}`),
    (reason: unknown) => reason,
  );
  if (!(error instanceof NodeError)) throw error;
  return error;
}

test('it gives the result and sends its headers', async () => {
  const { node } = await serve((request, response) =>
    answer({ jsonrpc: '2.0', id: 1, result: request.headers['x-api-key'] })(request, response, 1),
  );
  expect(await node.request('eth_chainId', [])).toBe(SECRET);
});

test('nothing found is an answer', async () => {
  const { node } = await serve(answer({ jsonrpc: '2.0', id: 1, result: null }));
  expect(await node.request('eth_getTransactionReceipt', ['0x'])).toBeNull();
});

test('every question is asked anew', async () => {
  const { node, attempts } = await serve((_, response, attempt) =>
    answer({ jsonrpc: '2.0', id: 1, result: attempt })(_, response, attempt),
  );
  const both = await Promise.all([node.request('eth_blockNumber', []), node.request('eth_blockNumber', [])]);
  expect(both.toSorted()).toEqual([1, 2]);
  expect(attempts()).toBe(2);
});

const redirect: Handler = (request, response, attempt) =>
  (request.url === '/elsewhere' ? answer({ result: '0x1' }) : answer('', 307, { location: '/elsewhere' }))(
    request,
    response,
    attempt,
  );
const refused = { Error: 'class java.lang.IllegalAccessException : lack of computing resources' };
test.concurrent.for<[string, Handler, Partial<NodeError>]>([
  ['java-tron is too busy', answer(refused), { kind: 'rate-limited' }],
  ['it says 429', answer('slow down', 429, { 'retry-after': '86400' }), { kind: 'rate-limited' }],
  [
    'it limits within the envelope',
    answer({ error: { code: -32005, message: 'daily request count exceeded' } }),
    { kind: 'rate-limited' },
  ],
  ['it is down', answer('', 503), { kind: 'unreachable' }],
  ['it gives a page', answer('<html>hello</html>'), { kind: 'bad-answer' }],
  ['it gives no envelope', answer({ ok: true }), { kind: 'bad-answer' }],
  ['it gives half an envelope', answer('{"jsonrpc":"2.0","resu'), { kind: 'bad-answer' }],
  ['it gives null', answer('null'), { kind: 'bad-answer' }],
  [
    'it does not know the method',
    answer({ error: { code: -32601, message: 'the method does not exist' } }),
    { kind: 'rpc', code: -32601 },
  ],
  ['it hangs up', (request) => request.socket.destroy(), { kind: 'unreachable' }],
  ['it sends elsewhere', redirect, { kind: 'unreachable' }],
  [
    'it tells the key',
    answer({ error: { code: -32000, message: `no such key: ${SECRET}` } }),
    { kind: 'rpc' },
  ],
])(
  'when %s it is one kind of failure that keeps the secret',
  async ([, handle, expected], { onTestFinished }) => {
    await expectFailure(await serve(handle, { onTestFinished }), expected);
  },
);

test.concurrent.for<[string, Handler]>([
  ['hangs', () => undefined],
  ['never ends its answer', (_, response) => response.writeHead(200).write('{')],
])('a node that %s is given up', async ([, handle], { onTestFinished }) => {
  await expectFailure(await serve(handle, { timeoutMs: 100, onTestFinished }), {
    kind: 'unreachable',
    message: expect.stringMatching(/in time/) as string,
  });
});

async function expectFailure(
  { node, port, attempts }: Awaited<ReturnType<typeof serve>>,
  expected: Partial<NodeError>,
) {
  const error = await failure(node.request('eth_getLogs', []));
  expect(error).toMatchObject({ node: 'first', method: 'eth_getLogs', ...expected });
  expect(error.message).toMatch(/^Node first, eth_getLogs: \S/);
  const shown = inspect(error, { depth: 9, showHidden: true });
  expect(shown).not.toContain(SECRET);
  expect(shown).not.toContain(String(port));
  expect(attempts()).toBeLessThanOrEqual(3);
}

/** A gibibyte of JSON in about a megabyte. */
const bomb = (): Buffer => Buffer.concat(Array<Buffer>(64).fill(gzipSync(Buffer.alloc(16 * MIB, '"'))));
const MIB = 1024 * 1024;

test.each(['a JSON-RPC node', 'the API of TRON', 'a JSON-RPC node that fails'])(
  'of an answer of %s that unpacks to a gibibyte only a part is read',
  async (who) => {
    const packed = bomb();
    const { node, port, attempts } = await serve((_, response) =>
      response.writeHead(who.endsWith('fails') ? 500 : 200, { 'content-encoding': 'gzip' }).end(packed),
    );
    const tron = createTronHttp({ url: `http://127.0.0.1:${port}/${SECRET}`, timeoutMs: 10_000 });
    const before = process.memoryUsage().rss;
    let peak = before;
    const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 5);
    const asked = who === 'the API of TRON' ? tron.readBlock() : node.request('eth_chainId', []);
    const error = await failure(asked).finally(() => clearInterval(timer));
    expect(error).toMatchObject({ kind: 'bad-answer', detail: 'response too large' });
    expect((peak - before) / MIB).toBeLessThan(300);
    expect(attempts()).toBe(1);
  },
);

test('an answer of just below the limit is read, also where parts end within a letter', async () => {
  const text = '€'.repeat(10 * MIB);
  const { node } = await serve(answer({ jsonrpc: '2.0', id: 1, result: text }));
  expect((await node.request('eth_getLogs', [])) === text).toBe(true);
});

test('a long text of a node is cut before it is taken apart', () => {
  const error = new NodeError('rpc', { node: 'a', method: 'm' }, '\u{1f600}'.repeat(16 * MIB));
  expect(error.detail).toBe('\u{1f600}'.repeat(200));
});

test('a node that recovers is heard', async () => {
  const { node } = await serve((request, response, attempt) =>
    (attempt < 3 ? answer(refused) : answer({ result: '0x1' }))(request, response, attempt),
  );
  expect(await node.request('eth_chainId', [])).toBe('0x1');
});

test('a node nobody listens on, or no URL at all, is unreachable', async () => {
  for (const url of [`http://127.0.0.1:1/${SECRET}`, `not a url ${SECRET}`]) {
    const node = createNode({ name: 'gone', url, timeoutMs: 300 });
    const error = await failure(node.request('eth_chainId', []));
    expect(error.kind).toBe('unreachable');
    expect(inspect(error, { depth: 9 })).not.toContain(SECRET);
  }
});

test.each<[string, number, boolean]>([
  ['exceed max block range: 5000', -32602, true],
  ['query returned more than 10000 results', -32005, true],
  ['Log response size exceeded: response too large', -32602, true],
  ['block range is too wide', -32000, true],
  ['eth_getLogs is limited to a 5 range', -32000, true],
  ['range 10 exceeds limit of 5', -32602, true],
  ['ranges over 10000 blocks are not supported on freetier', 35, true],
  ['eth_getLogs is limited to 0 - 10000 blocks range', -32701, true],
  ['query exceeds max results 20000, retry with the range 1-2', -32602, true],
  // Not about the range at all; one block that is refused, too, is the node's problem.
  ['invalid argument 0: hex string without 0x', -32602, true],
])('"%s" asks for fewer blocks: %s %s', (message, code, expected) => {
  const about = { node: 'a', code };
  expect(isRangeRefused(new NodeError('rpc', { ...about, method: 'eth_getLogs' }, message))).toBe(expected);
  expect(isRangeRefused(new NodeError('rpc', { ...about, method: 'eth_call' }, message))).toBe(false);
});

function tokenNode(code: Hex, decimals: Hex | NodeErrorKind): ChainNode {
  return {
    name: 'a',
    async request(method) {
      if (method === 'eth_chainId') return '0x2b6653dc';
      if (method === 'eth_getCode') return code;
      if (decimals.startsWith('0x')) return decimals;
      throw new NodeError(decimals as NodeErrorKind, { node: 'a', method }, 'reverted');
    },
  };
}

test('it tells the chain and the decimals of the token', async () => {
  const answer = await inspectNode(tokenNode('0x60', `0x${word(6n)}`), token);
  expect(answer).toEqual({ chainId: 728_126_428, decimals: 6, codeExists: true });
});

test.each<[string, Hex, Hex | NodeErrorKind, boolean]>([
  ['there is no contract', '0x', '0x', false],
  ['the contract reverts', '0x60', 'rpc', true],
  ['the contract answers nothing', '0x60', '0x', true],
  ['the contract answers a number that cannot be', '0x60', `0x${word(256n)}`, true],
])('there are no decimals when %s', async (_, code, decimals, codeExists) => {
  expect(await inspectNode(tokenNode(code, decimals), token)).toMatchObject({ decimals: null, codeExists });
});

test('a node that fails tells nothing about the token', async () => {
  await expect(inspectNode(tokenNode('0x60', 'unreachable'), token)).rejects.toBeInstanceOf(NodeError);
});
