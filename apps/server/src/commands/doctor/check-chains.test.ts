import type { ChainNode } from '@portside/chain';
import { createTronHttp } from '@portside/chain/tron/http';
import { startDevchain } from '@portside/devchain';
import type { Hex } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ChainPort } from '../../compose/app-parts.ts';
import { findActiveMethod } from '../../features/payment-methods/index.ts';
import {
  createChainWorld,
  nodeOf,
  randomAddress,
  type ChainWorld,
  type TestChains,
} from '../../testing/chain-world.ts';
import { portOf } from '../../testing/followed-chain.ts';
import { checkChains } from './check-chains.ts';

let chains: TestChains;
let world: ChainWorld;
beforeAll(async () => {
  chains = await startDevchain();
  world = await createChainWorld(chains, ['TRON', 'BSC']);
});
afterAll(() => chains.stop());

const httpOf = (url: string) => createTronHttp({ url, timeoutMs: 5_000 });

/** What is told of a network with these nodes, as lines. */
async function look(network: 'TRON' | 'BSC', nodes: readonly ChainNode[], change: Partial<ChainPort> = {}) {
  const port = { ...portOf(nodes[0]!), nodes, quorum: Math.min(2, nodes.length), ...change };
  const found = await checkChains(world.ctx, { [network]: port });
  return found
    .filter(({ about }) => about === network)
    .map(({ state, detail }) => `${state}: ${detail}`)
    .join('\n');
}

/** The real node, but for the code at one address. */
const lyingAbout = (node: ChainNode, address: Hex, code: Hex): ChainNode => ({
  name: 'liar',
  request: async (method, params) =>
    method === 'eth_getCode' && String(params[0]).toLowerCase() === address
      ? code
      : node.request(method, params),
});

test.each(['TRON', 'BSC'] as const)('the contracts on %s are compared by every node', async (network) => {
  const factory = await world.useOwnAddresses(network);
  const method = (await findActiveMethod(world.ctx, network))!;
  const honest = nodeOf(chains, network);
  const second = { ...honest, name: 'second' };
  const told = await look(network, [honest, second]);
  expect(told).toContain('ok: the checkout contract is the published one');
  expect(told).toContain('ok: the address factory is the published one');

  const checkout = method.checkout_address!;
  for (const [name, address] of [
    ['checkout contract', checkout],
    ['address factory', factory],
  ] as const) {
    const differing = await look(network, [honest, lyingAbout(honest, address, '0x6000')]);
    expect(differing).toContain(`fault: ${name}: the nodes differ`);
    const none = lyingAbout(honest, address, '0x');
    expect(await look(network, [none, none])).toContain(`fault: ${name}: there is no contract`);
    const other = lyingAbout(honest, address, '0x6000');
    expect(await look(network, [other, other])).toContain(`fault: ${name}: the code there is not`);
  }
});

test('a factory with nothing behind it is found', async () => {
  const factory = await world.useOwnAddresses('BSC');
  const honest = nodeOf(chains, 'BSC');
  const hollow: ChainNode = {
    name: 'hollow',
    request: async (method, params) => {
      const address = String(params[0]).toLowerCase();
      const { checkout_address: checkout, contract_address: token } = (await findActiveMethod(
        world.ctx,
        'BSC',
      ))!;
      const isKnown = [factory, checkout, token].some((known) => known === address);
      return method === 'eth_getCode' && !isKnown ? '0x' : honest.request(method, params);
    },
  };
  const told = await look('BSC', [hollow, hollow]);
  expect(told).toContain('ok: the checkout contract');
  expect(told).toContain('fault: address factory: the code there is not');
});

test('the HTTP API of TRON is asked, and compared with the nodes', async () => {
  const { httpUrl } = chains.chains.TRON;
  const node = nodeOf(chains, 'TRON');
  expect(await look('TRON', [node])).toContain('warning: TRON_HTTP_URL is not set');
  expect(await look('BSC', [nodeOf(chains, 'BSC')])).not.toContain('HTTP');
  const good = httpOf(httpUrl!);
  expect(await look('TRON', [node], { tronHttp: good })).toContain('ok: the HTTP API answers');
  const silent = httpOf('http://127.0.0.1:1');
  expect(await look('TRON', [node], { tronHttp: silent })).toContain('fault: HTTP API: ');
  const far = (await good.readBlock()).block_header.raw_data.number + 1_000_000;
  const elsewhere = {
    ...good,
    readBlock: async () => ({
      blockID: randomAddress().slice(2).padEnd(64, '0'),
      block_header: { raw_data: { number: far, timestamp: Date.now() } },
    }),
  };
  expect(await look('TRON', [node], { tronHttp: elsewhere })).toContain('not the same chain');
  const fork = {
    ...elsewhere,
    readBlock: async () => ({ ...(await good.readBlock()), blockID: 'f'.repeat(64) }),
  };
  expect(await look('TRON', [node], { tronHttp: fork })).toContain('is another one than that of TRON node');
});
