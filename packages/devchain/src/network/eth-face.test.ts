import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Hex } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Devchain, DevchainControls } from '../devchain.ts';
import { startDevchainProcess } from '../start-devchain-process.ts';
import { startDevchain } from '../start-devchain.ts';
import { publicRpc } from '../testing/ask.ts';

let devchain: Devchain & { controls: DevchainControls };

beforeAll(async () => {
  devchain = await startDevchain({ blockTimeMs: 40 });
});
afterAll(() => devchain.stop());

test('offers no way to forge a sender or a balance', async () => {
  const { sandboxWalletAddress, contractAddress, rpcUrl } = devchain.chains.ETH;
  const rpc = publicRpc(devchain.chains.ETH);
  const forged = { from: sandboxWalletAddress, to: contractAddress, data: '0x' };
  for (const call of [
    ['eth_sendTransaction', forged],
    ['anvil_setBalance', contractAddress, '0x1'],
    ['evm_mine'],
  ]) {
    const [method, ...params] = call as [string, ...unknown[]];
    await expect(rpc(method, ...params)).rejects.toMatchObject({ code: -32601 });
  }
  expect(new URL(rpcUrl).hostname).toBe('127.0.0.1');
});

test('answers batches and malformed requests', async () => {
  const one = { jsonrpc: '2.0', id: 7, method: 'eth_chainId' };
  expect(await post(JSON.stringify([one, { ...one, id: 8 }]))).toEqual([
    { jsonrpc: '2.0', id: 7, result: '0x757e21' },
    { jsonrpc: '2.0', id: 8, result: '0x757e21' },
  ]);
  expect(await post('{')).toMatchObject({ error: { code: -32700 } });
  expect(await post('7')).toMatchObject({ error: { code: -32600 } });
});

test('final and safe are four blocks behind the head, in logs and calls too', async () => {
  const rpc = publicRpc(devchain.chains.ETH);
  const { contractAddress, walletAddress } = devchain.chains.ETH;
  await devchain.controls.setMining('ETH', false);
  await devchain.sendUsdt('ETH', walletAddress, 1_000n);
  await devchain.controls.mine('ETH', 4);
  const head = Number(await rpc<Hex>('eth_blockNumber'));
  const logsTo = async (toBlock: string) => {
    return (await rpc<unknown[]>('eth_getLogs', { address: contractAddress, fromBlock: '0x2', toBlock }))
      .length;
  };

  const final = await rpc<{ number: Hex }>('eth_getBlockByNumber', 'finalized', false);
  expect(Number(final.number)).toBe(head - 4);
  expect([await logsTo('latest'), await logsTo('finalized'), await logsTo('safe')]).toEqual([1, 0, 0]);
  await devchain.controls.mine('ETH', 1);
  expect([await logsTo('finalized'), await logsTo('safe')]).toEqual([1, 1]);
});

async function post(body: string): Promise<unknown> {
  const response = await fetch(devchain.chains.ETH.rpcUrl, { method: 'POST', body });
  return response.json();
}

describe('replay', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'portside-test-'));
  afterAll(() => rmSync(dataDir, { recursive: true }));

  const DAY_MS = 24 * 60 * 60 * 1_000;
  const TO = `0x${'ab'.repeat(20)}` as const;

  type Block = { readonly number: string; readonly timestamp: string };

  async function ask<Answer>(url: string, method: string, ...params: unknown[]): Promise<Answer> {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    return ((await answer.json()) as { result: Answer }).result;
  }

  test.each(['TRON', 'ETH'] as const)(
    'a %s chain lives through the past, and goes on in the present',
    async (type) => {
      const now = Date.now();
      const folder = join(dataDir, type);
      const chains = await startDevchainProcess({ dataDir: folder, startsAt: new Date(now - 31 * DAY_MS) });
      const times = [30, 29.5, 2].map((days) => new Date(Math.floor((now - days * DAY_MS) / 1_000) * 1_000));
      try {
        const hashes = await chains.replay(
          type,
          times.map((at, index) => ({ to: TO, amountMicro: BigInt(1_000_000 + index), at })),
          new Date(now - DAY_MS),
        );
        const { rpcUrl } = chains.chains[type];
        const blockOf = async (tag: string): Promise<Block> =>
          ask(rpcUrl, 'eth_getBlockByNumber', tag, false);
        const final = Number((await blockOf('finalized')).number);
        for (const [index, hash] of hashes.entries()) {
          const { blockNumber } = await ask<{ blockNumber: string }>(
            rpcUrl,
            'eth_getTransactionReceipt',
            hash,
          );
          expect(Number((await blockOf(blockNumber)).timestamp) * 1_000).toBe(times[index]!.getTime());
          expect(Number(blockNumber)).toBeLessThanOrEqual(final);
        }
        await chains.returnToPresent();
        const latest = Number((await blockOf('latest')).timestamp) * 1_000;
        expect(Math.abs(latest - now)).toBeLessThan(DAY_MS);
      } finally {
        await chains.stop();
      }
    },
  );
});
