import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Hex } from 'viem';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Devchain, DevchainInfo } from './devchain.ts';
import { startDevchain } from './start-devchain.ts';
import { startDevchainProcess } from './start-devchain-process.ts';
import { publicRpc, waitFor } from './testing/ask.ts';

const PARENT = fileURLToPath(new URL('./testing/parent.ts', import.meta.url));
const RECEIVER: Hex = '0x00000000000000000000000000000000000a0001';

test('sends on both chains, passes refusals on, and ends them', async () => {
  const devchain = await startDevchainProcess({ blockTimeMs: 50 });
  const { TRON, ETH } = devchain.chains;
  const mined = new Set<string>();
  devchain.onBlock((type) => mined.add(type));
  for (const info of [TRON, ETH]) {
    const hash = await devchain.sendUsdt(info.type, RECEIVER, 5n);
    await waitFor(() => publicRpc(info)('eth_getTransactionReceipt', hash));
  }
  await waitFor(() => Promise.resolve(mined.has('TRON') && mined.has('ETH')));
  await expect(devchain.sendUsdt('ETH', RECEIVER, -1n)).rejects.toThrow(/positive/);

  await devchain.stop();
  await devchain.stop();
  expect(await answers(TRON)).toBe(false);
  expect(await answers(ETH)).toBe(false);
  await expect(devchain.sendUsdt('ETH', RECEIVER, 1n)).rejects.toThrow(/ended/);
});

test("starts under `node --watch`, where Node's own messages come first", async () => {
  vi.stubEnv('WATCH_REPORT_DEPENDENCIES', '1');
  onTestFinished(() => void vi.unstubAllEnvs());
  const devchain = await startDevchainProcess({ blockTimeMs: 50 });
  expect(devchain.isNew).toBe(true);
  await devchain.stop();
});

test('a failed start gives its reason', async () => {
  const holder = await startDevchain();
  onTestFinished(() => holder.stop());
  const port = Number(new URL(holder.chains.ETH.rpcUrl).port);
  await expect(startDevchainProcess({ ports: { ETH: port } })).rejects.toThrow(/EADDRINUSE/);
});

test('killing the parent leaves no node running and loses nothing', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'devchain-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const parent = spawn(process.execPath, [PARENT, JSON.stringify({ dataDir, blockTimeMs: 5_000 })], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface(parent.stdout), 'line')) as [string];
  const { chains, hash } = JSON.parse(line) as { chains: Devchain['chains']; hash: Hex };
  parent.kill('SIGKILL');

  // Starts while the old one is still saving: it has to wait for the folder.
  const next = await startDevchain({ dataDir, blockTimeMs: 50 });
  onTestFinished(() => next.stop());
  expect(await answers(chains.TRON)).toBe(false);
  expect(await answers(chains.ETH)).toBe(false);
  expect(next.chains.TRON.contractAddress).toBe(chains.TRON.contractAddress);
  expect(next.chains.ETH.walletAddress).toBe(chains.ETH.walletAddress);
  expect(await publicRpc(next.chains.TRON)('eth_getTransactionReceipt', hash)).toMatchObject({
    status: '0x1',
  });
});

async function answers(info: DevchainInfo): Promise<boolean> {
  try {
    await publicRpc(info)('eth_chainId');
    return true;
  } catch {
    return false;
  }
}
