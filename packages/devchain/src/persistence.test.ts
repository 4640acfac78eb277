import { cp, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Hex } from 'viem';
import { expect, onTestFinished, test } from 'vitest';
import type { DevchainInfo, NetworkType } from './devchain.ts';
import { startDevchain } from './start-devchain.ts';
import { askTron, publicRpc, waitFor } from './testing/ask.ts';

const TYPES = ['TRON', 'ETH'] as const;
const RECEIVER: Hex = '0x00000000000000000000000000000000000a0001';
type Hashes = Record<(typeof TYPES)[number], Hex[]>;
type Block = { number: Hex; hash: Hex; timestamp: Hex };

test('after a restart all blocks, logs and receipts are unchanged, and the chains continue', async () => {
  const dataDir = await newFolder();
  const first = await startDevchain({ dataDir, blockTimeMs: 40 });
  const hashes: Hashes = { TRON: [], ETH: [] };
  for (const type of TYPES) {
    for (let count = 0; count < 3; count += 1) {
      hashes[type].push(await first.sendUsdt(type, RECEIVER, 1_000_000n));
      await first.controls.mine(type, 3);
    }
    // Sent, but in no block yet when the chains are stopped.
    await first.controls.setMining(type, false);
    hashes[type].push(await first.sendUsdt(type, RECEIVER, 1_000_000n));
  }
  const before = { TRON: await story(first.chains.TRON, hashes), ETH: await story(first.chains.ETH, hashes) };
  await first.stop();

  const second = await startDevchain({ dataDir, blockTimeMs: 40 });
  onTestFinished(() => second.stop());
  for (const type of TYPES) {
    const info = second.chains[type];
    const old = first.chains[type];
    expect({ ...info, rpcUrl: '', httpUrl: '' }).toEqual({ ...old, rpcUrl: '', httpUrl: '' });
    const after = await story(info, hashes);
    expect(after.blocks.slice(0, before[type].blocks.length)).toEqual(before[type].blocks);
    expect(after.logs.slice(0, before[type].logs.length)).toEqual(before[type].logs);
    expect(after.receipts.slice(0, 3)).toEqual(before[type].receipts.slice(0, 3));
    expect(after.receipts[3]).toMatchObject({ status: '0x1', transactionHash: hashes[type][3] });
    expect(after.finalBalance).toBe(4_000_000n);

    const hash = await second.sendUsdt(type, RECEIVER, 1n);
    await waitFor(() => publicRpc(info)('eth_getTransactionReceipt', hash));
  }
  const tronInfo = await askTron<{ id: string }>(second.chains.TRON, 'wallet/gettransactioninfobyid', {
    value: hashes.TRON[0]?.slice(2),
  });
  expect(tronInfo.id).toBe(hashes.TRON[0]?.slice(2));
});

/** The files as a power cut at this moment would leave them. */
async function cutPower(dataDir: string): Promise<string> {
  const copy = await newFolder();
  try {
    await cp(dataDir, copy, { recursive: true, filter: (path) => !path.endsWith('lock') });
    return copy;
  } catch (error) {
    // A file was replaced while it was copied.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return cutPower(dataDir);
  }
}

test('final blocks survive a power cut', async () => {
  const dataDir = await newFolder();
  const running = await startDevchain({ dataDir, blockTimeMs: 20 });
  onTestFinished(() => running.stop());
  await Promise.all(TYPES.map((type) => running.sendUsdt(type, RECEIVER, 1n)));
  await new Promise((resolve) => setTimeout(resolve, 700));
  const finals = { TRON: await finalBlock(running.chains.TRON), ETH: await finalBlock(running.chains.ETH) };

  const revived = await startDevchain({ dataDir: await cutPower(dataDir), blockTimeMs: 20 });
  onTestFinished(() => revived.stop());
  for (const type of TYPES) {
    const { number, hash } = finals[type];
    expect(Number(number)).toBeGreaterThan(0);
    expect(await publicRpc(revived.chains[type])('eth_getBlockByNumber', number, false)).toMatchObject({
      hash,
    });
  }
});

test('transfers are saved and become final within seconds', async () => {
  const running = await startDevchain({ dataDir: await newFolder(), blockTimeMs: 50 });
  onTestFinished(() => running.stop());
  const sent = async (type: NetworkType) => {
    const hash = await running.sendUsdt(type, RECEIVER, 1n);
    await waitFor(async () => {
      const logs = await publicRpc(running.chains[type])<{ transactionHash: Hex }[]>('eth_getLogs', {
        address: running.chains[type].contractAddress,
        fromBlock: '0x0',
        toBlock: 'finalized',
      });
      return logs.some((log) => log.transactionHash === hash);
    });
    return hash;
  };
  for (const hash of await Promise.all(TYPES.map(sent))) expect(hash).toMatch(/^0x/);
});

test('the key file is readable by its owner only; a damaged file or another key stops the start', async () => {
  const dataDir = await newFolder();
  await (await startDevchain({ dataDir })).stop();
  const keyFile = join(dataDir, 'sandbox-wallet.key');
  const chainFile = join(dataDir, 'eth.json');
  if (process.platform !== 'win32') {
    expect((await stat(keyFile)).mode & 0o777).toBe(0o600);
    expect((await stat(chainFile)).mode & 0o777).toBe(0o600);
  }
  const content = await readFile(chainFile, 'utf8');
  await writeFile(chainFile, content.slice(0, 1_000));
  await expect(startDevchain({ dataDir })).rejects.toThrow(/eth\.json is damaged/);
  await writeFile(chainFile, content);
  await rm(keyFile);
  await expect(startDevchain({ dataDir })).rejects.toThrow(/another sandbox wallet/);
});

/** Everything that a follower or page may have seen of a chain. */
async function story(info: DevchainInfo, hashes: Partial<Record<NetworkType, Hex[]>>) {
  const rpc = publicRpc(info);
  const head = Number(await rpc<Hex>('eth_blockNumber'));
  const range = { address: info.contractAddress, fromBlock: '0x0', toBlock: 'latest' };
  const numbers = Array.from({ length: head + 1 }, (_, number) => `0x${number.toString(16)}`);
  const tag = info.type === 'ETH' ? 'finalized' : 'latest';
  const data = `0x70a08231${RECEIVER.slice(2).padStart(64, '0')}`;
  return {
    blocks: await Promise.all(numbers.map((number) => rpc<Block>('eth_getBlockByNumber', number, true))),
    logs: await rpc<unknown[]>('eth_getLogs', range),
    receipts: await Promise.all(
      (hashes[info.type] ?? []).map((hash) => rpc('eth_getTransactionReceipt', hash)),
    ),
    finalBalance: BigInt(await rpc<Hex>('eth_call', { to: info.contractAddress, data }, tag)),
  };
}

async function finalBlock(info: DevchainInfo): Promise<Block> {
  return publicRpc(info)<Block>('eth_getBlockByNumber', 'finalized', false);
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'devchain-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
