import { mkdir } from 'node:fs/promises';
import { createControls } from './controls.ts';
import type { Devchain, DevchainControls, DevchainOptions } from './devchain.ts';
import { createSender, transferData } from './network/create-sender.ts';
import { openNetwork } from './network/open-network.ts';
import { lockFolder } from './node/lock-folder.ts';
import { openSandboxWallet } from './sandbox-wallet.ts';

const LOCK_WAIT_MS = 10_000;

/** Starts both chains in this process. */
export async function startDevchain(
  options: DevchainOptions = {},
): Promise<Devchain & { controls: DevchainControls }> {
  const unlock = options.dataDir ? await openFolder(options.dataDir) : async () => undefined;
  try {
    const wallet = await openSandboxWallet(options.dataDir);
    const opened = await Promise.allSettled([
      openNetwork('TRON', wallet, options),
      openNetwork('ETH', wallet, options),
    ]);
    const [tron, eth] = opened;
    if (tron.status === 'rejected' || eth.status === 'rejected') {
      await Promise.all(opened.map(async (one) => one.status === 'fulfilled' && one.value.stop()));
      throw tron.status === 'rejected' ? tron.reason : (eth as PromiseRejectedResult).reason;
    }
    const networks = { TRON: tron.value, ETH: eth.value };
    const senders = { TRON: createSender(networks.TRON, wallet), ETH: createSender(networks.ETH, wallet) };

    const stopAll = async () => {
      const stopped = await Promise.allSettled([networks.TRON.stop(), networks.ETH.stop()]);
      await unlock();
      for (const one of stopped) if (one.status === 'rejected') throw one.reason;
    };
    let stopping: Promise<void> | undefined;
    return {
      chains: { TRON: networks.TRON.info, ETH: networks.ETH.info },
      sendUsdt: async (type, to, amountMicro) => senders[type](transferData(to, amountMicro)),
      stop: () => (stopping ??= stopAll()),
      controls: createControls(networks, senders),
    };
  } catch (error) {
    await unlock();
    throw error;
  }
}

async function openFolder(dataDir: string): Promise<() => Promise<void>> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  return lockFolder(dataDir, LOCK_WAIT_MS);
}
