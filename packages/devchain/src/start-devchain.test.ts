import type { Hex } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Devchain, DevchainControls, DevchainInfo } from './devchain.ts';
import { startDevchain } from './start-devchain.ts';
import { publicRpc, waitFor } from './testing/ask.ts';

const RECEIVER: Hex = '0x00000000000000000000000000000000000a0001';
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
