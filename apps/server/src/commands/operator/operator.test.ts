import { formatAddress, NodeError, type ChainNode } from '@portside/chain';
import { depositAddressOf, readSwept, sweepManyData } from '@portside/checkout';
import { privateKeyToAddress } from 'viem/accounts';
import { pad, toHex, type Hex } from 'viem';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { randomHex } from '../../testing/followed-chain.ts';
import { CommandError } from '../command.ts';
import { sweepJob, readSweepList } from './sweep.ts';
import {
  requireCoin,
  type OperatorWallet,
  createFeeCheck,
  evmSender,
  askHex,
  openOperatorWallet,
  RefusedCall,
} from './operator-wallet.ts';

const CALL = { to: randomHex(20), data: '0x' as Hex };
const key = randomHex(32);

/** A node that answers from a list, and refuses everything else. */
const nodeOf = (answers: Record<string, unknown>): ChainNode => ({
  name: 'a node',
  request: async (method) => {
    if (method in answers) return answers[method];
    throw new NodeError('rpc', { node: 'a node', method, code: -32_000 }, 'insufficient funds');
  },
});

const walletOn = (node: ChainNode, coin: bigint): OperatorWallet => {
  const owner = privateKeyToAddress(key).toLowerCase() as Hex;
  return {
    ...evmSender({ node, key, owner, chainId: 56, checkFee: () => undefined }),
    network: 'BSC',
    owner,
    chainId: 56,
    codeAt: async () => '0x',
    tryCall: async () => '0x',
    coin: async () => coin,
  };
};

test('a wallet must have what is signed for, which is more than a transaction costs by now', async () => {
  const node = nodeOf({ eth_estimateGas: toHex(100_000), eth_gasPrice: toHex(8_000) });
  const about = 800_000_000n;
  const needed = (about * 12n * 5n) / 40n;
  await expect(requireCoin(walletOn(node, needed - 1n), CALL)).rejects.toThrow(`of ${needed} in`);
  expect(await requireCoin(walletOn(node, needed), CALL)).toBe(about);
});

test('a price that only a lying node asks is not signed, unless the fee is allowed', async () => {
  const GWEI = 1_000_000_000n;
  const [gas, price] = [100_000n, 60n * GWEI];
  const answers = { eth_estimateGas: toHex(gas), eth_gasPrice: toHex(price) };
  const node = nodeOf({ ...answers, eth_getTransactionCount: '0x0' });
  const owner = privateKeyToAddress(key).toLowerCase() as Hex;
  const opened = (chainId: number, maxFee?: string) =>
    evmSender({ node, key, owner, chainId, checkFee: createFeeCheck('BSC', chainId, maxFee) });
  for (const attempt of ['feeOf', 'send'] as const)
    await expect(opened(56)[attempt](CALL)).rejects.toThrow(/0\.009 BNB.*--max-fee/);
  await expect(opened(56, '0.0089').feeOf(CALL)).rejects.toThrow('more than --max-fee');
  expect(await opened(56, '0.009').feeOf(CALL)).toMatchObject({ about: gas * price });
  // Coins of a test network are worth nothing.
  expect(await opened(97).feeOf(CALL)).toMatchObject({ about: gas * price });
  expect(() => createFeeCheck('BSC', 56, 'much')).toThrow('--max-fee much');
});

test('a node of another network’s chain is refused, unless it is on this machine', async () => {
  let chainId = 1;
  const server = createServer((request, response) => {
    request.resume();
    const text = JSON.stringify({ jsonrpc: '2.0', id: 1, result: toHex(chainId) });
    response.setHeader('content-type', 'application/json').end(text);
  }).listen(0);
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const open = (host: string) =>
    openOperatorWallet({ network: 'BSC', nodeUrl: `http://${host}:${port}`, key });
  // It leads here too, and is not the name of this machine.
  await expect(open('0.0.0.0')).rejects.toThrow('chain 1, which is not BNB Smart Chain');
  expect(await open('127.0.0.1')).toMatchObject({ chainId: 1 });
  for (chainId of [56, 97]) expect(await open('0.0.0.0')).toMatchObject({ chainId });
});

test('what a node refuses, or does not answer, is told in one sentence', async () => {
  const refused = askHex(nodeOf({}), 'eth_sendRawTransaction', []);
  await expect(refused).rejects.toThrow(RefusedCall);
  await expect(refused).rejects.toThrow('insufficient funds');
  const node = { ...nodeOf({}) };
  node.request = () => Promise.reject(new NodeError('unreachable', { node: 'a node', method: 'm' }, 'gone'));
  const unanswered = askHex(node, 'eth_gasPrice', []);
  await expect(unanswered).rejects.toThrow(CommandError);
  await expect(unanswered).rejects.not.toThrow(RefusedCall);
});

test('a list with another token than the pinned one is not swept', () => {
  const factory = { prefix: 0xff, factory: randomHex(20), treasury: randomHex(20) } as const;
  const salt = randomHex(32);
  const at = (address: Hex) => formatAddress('BSC', address);
  const listWith = (token: string) =>
    [
      'network,chain_id,contract_address,factory_address,wallet_address,salt,address',
      `BSC,56,${token},${at(factory.factory)},${at(factory.treasury)},${salt},${at(depositAddressOf(factory, salt))}`,
    ].join('\n');
  const usdt = '0x55d398326f99059fF775485246999027B3197955';
  expect(readSweepList(listWith(usdt))).toMatchObject([{ token: usdt.toLowerCase(), salts: [salt] }]);
  expect(() => readSweepList(listWith(at(randomHex(20))))).toThrow('is not USDT on BSC');
});

/** Takes at most so many addresses at once; each has one unit. */
function narrowWallet(most: number): OperatorWallet & { readonly sent: number[] } {
  const sent: number[] = [];
  const countOf = (data: Hex) => (data.length - sweepManyData(CALL.to, []).length) / 64;
  return {
    ...walletOn(nodeOf({}), 1n),
    sent,
    feeOf: async () => ({ about: 1n, needed: 1n }),
    tryCall: async ({ data }) => {
      const count = countOf(data);
      if (count > most) throw new RefusedCall('out of energy');
      const words = [32n, BigInt(count), ...Array<bigint>(count).fill(1n)];
      const answer: Hex = `0x${words.map((word) => pad(toHex(word), { size: 32 }).slice(2)).join('')}`;
      expect(readSwept(answer, count)).toHaveLength(count);
      return answer;
    },
    send: async ({ data }) => {
      sent.push(countOf(data));
      return { hash: 'a hash', contract: null };
    },
  };
}

const jobOf = (network: 'BSC' | 'TRON', count: number) => ({
  network,
  chainId: 1,
  token: randomHex(20),
  factory: { prefix: 0xff, factory: randomHex(20), treasury: randomHex(20) } as const,
  salts: Array.from({ length: count }, () => randomHex(32)),
});

test.for([
  ['BSC', 50, [50, 10]],
  ['BSC', 20, [13, 12, 13, 12, 10]],
  ['TRON', 50, [10, 10, 10, 10, 10, 10]],
] as const)(
  'on %s, where %i pass at once, sixty addresses are swept in these',
  async ([network, most, expected]) => {
    vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const wallet = narrowWallet(most);
    await sweepJob(wallet, jobOf(network, 60), false);
    vi.restoreAllMocks();
    expect(wallet.sent).toEqual(expected);
  },
);

test('a single address that is refused stops it', async () => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  await expect(sweepJob(narrowWallet(0), jobOf('BSC', 3), false)).rejects.toThrow('out of energy');
  vi.restoreAllMocks();
});
