import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type Hex, encodeFunctionData, parseAbi } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Devchain, DevchainControls, DevchainInfo } from './devchain.ts';
import { startDevchainProcess } from './start-devchain-process.ts';
import { startDevchain } from './start-devchain.ts';
import { publicRpc, waitFor } from './testing/ask.ts';

const RECEIVER: Hex = '0x00000000000000000000000000000000000a0001';

const PARENT = fileURLToPath(new URL('./testing/parent.ts', import.meta.url));

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

describe('start devchain', () => {
  const TYPES = ['TRON', 'ETH'] as const;

  let devchain: Devchain & { controls: DevchainControls };

  beforeAll(async () => {
    devchain = await startDevchain({ blockTimeMs: 40 });
  });

  afterAll(() => devchain.stop());

  test('both chains have different ids, tokens and wallets', () => {
    const { TRON, ETH } = devchain.chains;
    expect([TRON.chainId, ETH.chainId]).toEqual([7_700_002, 7_700_001]);
    for (const name of ['contractAddress', 'checkoutAddress', 'walletAddress', 'rpcUrl'] as const) {
      expect(TRON[name]).not.toBe(ETH[name]);
    }
  });

  test('a start waits for no block: it sets up everything before blocks follow the clock', async () => {
    const never = 24 * 3_600_000;
    const still = await startDevchain({ blockTimeMs: never, idleBlockTimeMs: never });
    try {
      for (const type of TYPES) {
        const info = still.chains[type];
        expect(await balance(info, info.walletAddress)).toBe(1_000_000n);
      }
    } finally {
      await still.stop();
    }
  });

  describe.each(TYPES)('on %s', (type) => {
    test('the wallet holds test USDT and the treasury is a holder', async () => {
      const { sandboxWalletAddress, walletAddress } = devchain.chains[type];
      expect(await balance(devchain.chains[type], walletAddress)).toBe(1_000_000n);
      expect(await balance(devchain.chains[type], sandboxWalletAddress)).toBeGreaterThan(9_000_000_000_000n);
    });

    test('twenty simultaneous transfers, some identical, all arrive and become final', async () => {
      const rpc = publicRpc(devchain.chains[type]);
      const sent = await Promise.all(
        Array.from({ length: 20 }, () => devchain.sendUsdt(type, RECEIVER, 2_000_000n)),
      );
      expect(new Set(sent).size).toBe(20);
      for (const hash of sent) expect(hash).toMatch(/^0x[0-9a-f]{64}$/);

      await waitFor(async () => {
        const logs = await rpc<{ transactionHash: Hex }[]>('eth_getLogs', {
          address: devchain.chains[type].contractAddress,
          fromBlock: '0x0',
          toBlock: 'finalized',
        });
        const final = new Set(logs.map((log) => log.transactionHash));
        return sent.every((hash) => final.has(hash));
      });
      expect(await balance(devchain.chains[type], RECEIVER)).toBe(40_000_000n);
    });

    test('a transfer that would fail is refused, and the next one goes through', async () => {
      await expect(devchain.sendUsdt(type, RECEIVER, 10n ** 30n)).rejects.toThrow(/refuse/);
      await expect(devchain.sendUsdt(type, RECEIVER, 0n)).rejects.toThrow(/positive/);
      await expect(devchain.sendUsdt(type, '0x12', 1n)).rejects.toThrow(/20-byte/);
      expect(await devchain.sendUsdt(type, RECEIVER, 1n)).toMatch(/^0x/);
    });

    test('a reorganisation removes a transfer, which can be sent again', async () => {
      const rpc = publicRpc(devchain.chains[type]);
      await devchain.controls.mine(type, 8);
      await devchain.controls.setMining(type, false);
      const before = await balance(devchain.chains[type], RECEIVER);
      const hash = await devchain.sendUsdt(type, RECEIVER, 3n);
      await devchain.controls.mine(type, 2);
      expect(await rpc('eth_getTransactionReceipt', hash)).not.toBeNull();

      await devchain.controls.reorg(type, 3);
      expect(await rpc('eth_getTransactionReceipt', hash)).toBeNull();
      expect(await balance(devchain.chains[type], RECEIVER)).toBe(before);

      await devchain.controls.setMining(type, true);
      const again = await devchain.sendUsdt(type, RECEIVER, 3n);
      await waitFor(() => rpc('eth_getTransactionReceipt', again));
      expect(await balance(devchain.chains[type], RECEIVER)).toBe(before + 3n);
    });

    test('mints and blacklists', async () => {
      const { sandboxWalletAddress } = devchain.chains[type];
      const before = await balance(devchain.chains[type], RECEIVER);
      await devchain.controls.mint(type, RECEIVER, 500n);
      expect(await balance(devchain.chains[type], RECEIVER)).toBe(before + 500n);
      await devchain.controls.setBlacklisted(type, sandboxWalletAddress, true);
      await expect(devchain.sendUsdt(type, RECEIVER, 1n)).rejects.toThrow(/refuse/);
      await devchain.controls.setBlacklisted(type, sandboxWalletAddress, false);
      expect(await devchain.sendUsdt(type, RECEIVER, 1n)).toMatch(/^0x/);
    });

    test('block times follow the clock, however fast blocks are mined', async () => {
      const before = Math.floor(Date.now() / 1_000);
      await devchain.controls.mine(type, 50);
      const block = await publicRpc(devchain.chains[type])<{ timestamp: Hex }>(
        'eth_getBlockByNumber',
        'latest',
        false,
      );
      const time = Number(block.timestamp);
      // A chain counts whole seconds from its own start: it may be one behind, but never ahead.
      expect(time).toBeGreaterThanOrEqual(before - 1);
      expect(time).toBeLessThanOrEqual(Math.ceil(Date.now() / 1_000));
    });
  });

  test('mines often while something is not final, and rarely afterwards', async () => {
    const quiet = await startDevchain({ blockTimeMs: 30, idleBlockTimeMs: 60_000 });
    try {
      for (const type of TYPES) {
        const info = quiet.chains[type];
        const hash = await quiet.sendUsdt(type, RECEIVER, 1n);
        const receipt = await waitFor(() =>
          publicRpc(info)<{ blockNumber: Hex } | null>('eth_getTransactionReceipt', hash),
        );
        const lastNumber = Number(receipt.blockNumber) + (type === 'TRON' ? 6 : 4);
        // A busy machine may mine one more before it sees that all is final.
        await waitFor(async () => {
          const head = await headOf(info);
          await new Promise((resolve) => setTimeout(resolve, 300));
          return head >= lastNumber && (await headOf(info)) === head;
        });
      }
    } finally {
      await quiet.stop();
    }
  });

  async function headOf(info: DevchainInfo): Promise<number> {
    return Number(await publicRpc(info)<Hex>('eth_blockNumber'));
  }

  async function balance(info: DevchainInfo, owner: Hex): Promise<bigint> {
    const data = `0x70a08231${owner.slice(2).padStart(64, '0')}`;
    return BigInt(await publicRpc(info)<Hex>('eth_call', { to: info.contractAddress, data }, 'latest'));
  }

  describe('coins for wallets', () => {
    const ABI = parseAbi(['function transfer(address to, uint256 amount)']);

    let devchain: Devchain;
    beforeAll(async () => {
      devchain = await startDevchainProcess({ blockTimeMs: 100 });
    });
    afterAll(() => devchain.stop());

    test('an ordinary wallet pays after it was given USDT and coin for fees', async () => {
      const { chainId, contractAddress, walletAddress } = devchain.chains.ETH;
      const rpc = publicRpc(devchain.chains.ETH);
      const wallet = privateKeyToAccount(generatePrivateKey());
      await devchain.sendUsdt('ETH', wallet.address, 7_000_000n);
      expect(await devchain.giveCoin('ETH', wallet.address)).toBe(10n ** 17n);
      const data = encodeFunctionData({
        abi: ABI,
        functionName: 'transfer',
        args: [walletAddress, 7_000_000n],
      });
      const call = { from: wallet.address, to: contractAddress, data };
      const gas = await waitFor(async () => rpc<Hex>('eth_estimateGas', call).catch(() => null));
      const price = BigInt(await rpc<Hex>('eth_gasPrice')) * 2n;
      const signed = await wallet.signTransaction({
        chainId,
        nonce: 0,
        gas: BigInt(gas),
        gasPrice: price,
        to: contractAddress,
        data,
      });
      const hash = await rpc<Hex>('eth_sendRawTransaction', signed);
      const receipt = await waitFor(() => rpc<{ status: Hex } | null>('eth_getTransactionReceipt', hash));
      expect(receipt.status).toBe('0x1');
    });

    test.each(['ETH', 'TRON'] as const)(
      'on %s nobody is given more than that, however often',
      async (type) => {
        const to: Hex = `0x${'5e'.repeat(20)}`;
        const first = await devchain.giveCoin(type, to);
        expect(await devchain.giveCoin(type, to)).toBe(first);
        await expect(devchain.giveCoin(type, '0x12')).rejects.toThrow(/20-byte/);
      },
    );
  });
});
