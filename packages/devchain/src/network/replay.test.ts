import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startDevchainProcess } from '../start-devchain-process.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'portside-test-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

const DAY_MS = 24 * 60 * 60 * 1_000;
const TO = `0x${'ab'.repeat(20)}` as const;

type Block = { readonly number: string; readonly timestamp: string };

async function ask<Answer>(url: string, method: string, ...params: unknown[]): Promise<Answer> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
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
      const blockOf = async (tag: string): Promise<Block> => ask(rpcUrl, 'eth_getBlockByNumber', tag, false);
      const final = Number((await blockOf('finalized')).number);
      for (const [index, hash] of hashes.entries()) {
        const { blockNumber } = await ask<{ blockNumber: string }>(rpcUrl, 'eth_getTransactionReceipt', hash);
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
