import { networkRecords } from '@portside/chain/networks/registry';
import { mkdir } from 'node:fs/promises';
import { createControls } from './controls.ts';
import type { Devchain, DevchainControls, DevchainOptions, NetworkType } from './devchain.ts';
import { createSender, transferData } from './network/create-sender.ts';
import { giveCoin } from './network/give-coin.ts';
import { replay, returnToPresent } from './network/replay.ts';
import { openNetwork, type RunningNetwork, type SharedByNetworks } from './network/open-network.ts';
import { lockFolder } from './node/lock-folder.ts';
import { openSandboxWallet } from './sandbox-wallet.ts';

type KnownRecord = ReturnType<typeof networkRecords>[number];

const LOCK_WAIT_MS = 10_000;

/** Starts a chain for each network in this process. */
export async function startDevchain(
  options: DevchainOptions = {},
): Promise<Devchain & { controls: DevchainControls }> {
  const unlock = options.dataDir ? await openFolder(options.dataDir) : async () => undefined;
  try {
    const wallet = await openSandboxWallet(options.dataDir);
    const listeners: ((type: NetworkType) => void)[] = [];
    const onBlock = (type: NetworkType): void => listeners.forEach((listen) => listen(type));
    const networks = await openAll({ wallet, onBlock }, options);
    const senders = byNetwork(({ id }) => createSender(networks[id], wallet));

    const stopAll = async () => {
      const stopped = await Promise.allSettled(Object.values(networks).map((network) => network.stop()));
      await unlock();
      for (const one of stopped) if (one.status === 'rejected') throw one.reason;
    };
    let stopping: Promise<void> | undefined;
    return {
      chains: byNetwork(({ id }) => networks[id].info),
      isNew: Object.values(networks).every(({ isNew }) => isNew),
      sendUsdt: async (type, to, amountMicro) => senders[type](transferData(type, to, amountMicro)),
      sendCall: async (type, to, data) => senders[type](data, to),
      replay: async (type, transfers, until) => replay(networks[type], senders[type], transfers, until),
      returnToPresent: async () => {
        await Promise.all(Object.values(networks).map(returnToPresent));
      },
      giveCoin: async (type, to) => giveCoin(networks[type].chain, type, to),
      onBlock: (listen) => void listeners.push(listen),
      stop: () => (stopping ??= stopAll()),
      controls: createControls(networks, senders),
    };
  } catch (error) {
    await unlock();
    throw error;
  }
}

async function openAll(
  shared: SharedByNetworks,
  options: DevchainOptions,
): Promise<Record<NetworkType, RunningNetwork>> {
  const opening = networkRecords().map((record) => openNetwork(record, shared, options));
  const opened = await Promise.allSettled(opening);
  const failed = opened.find((one) => one.status === 'rejected');
  if (failed) {
    await Promise.all(opened.map(async (one) => one.status === 'fulfilled' && one.value.stop()));
    throw failed.reason;
  }
  const networks = await Promise.all(opening);
  return byNetwork((_, index) => networks[index]!);
}

const byNetwork = <T>(of: (record: KnownRecord, index: number) => T) =>
  Object.fromEntries(networkRecords().map((record, index) => [record.id, of(record, index)])) as Record<
    NetworkType,
    T
  >;

async function openFolder(dataDir: string): Promise<() => Promise<void>> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  return lockFolder(dataDir, LOCK_WAIT_MS);
}
