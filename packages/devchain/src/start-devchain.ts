import { networkRecords, recordOf } from '@portside/chain/networks/registry';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import type { Devchain, DevchainControls, DevchainOptions, NetworkType, PastTransfer } from './devchain.ts';
import { setToPresent } from './node/anvil.ts';
import { createSender, transferData, type SendCall } from './network/create-sender.ts';
import { openNetwork, type RunningNetwork, type SharedByNetworks } from './network/open-network.ts';
import { lockFolder } from './node/lock-folder.ts';
import { join } from 'node:path';
import { type Hex, numberToHex, parseUnits, encodeFunctionData } from 'viem';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import type { LocalChain } from './node/local-chain.ts';
import { FACES } from './network/faces.ts';
import { hashSignedText } from '@portside/chain/networks/signed-text';
import { toUnits } from '@portside/chain/token/units';
import { usdtLookalikeAbi } from '@portside/checkout';

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
      signText: (type, text) => wallet.sign({ hash: hashSignedText(type, text) }),
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

/**
 * The wallet that holds the test money. Its key is generated once and stored in the folder, readable by its owner only.
 */
async function openSandboxWallet(dataDir: string | undefined): Promise<PrivateKeyAccount> {
  if (!dataDir) return privateKeyToAccount(generatePrivateKey());
  const path = join(dataDir, 'sandbox-wallet.key');
  try {
    await writeFile(path, generatePrivateKey(), { flag: 'wx', mode: 0o600, flush: true });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return privateKeyToAccount((await readFile(path, 'utf8')).trim() as Hex);
}

/**
 * Tops an address up with coins to its network's amount for fees; a higher balance stays. Throws on an address that is
 * not 20 bytes.
 */
async function giveCoin(chain: LocalChain, type: NetworkType, to: Hex): Promise<bigint> {
  if (!/^0x[0-9a-fA-F]{40}$/.test(to)) throw new Error('The receiver is not a 20-byte address');
  const { coin, family } = recordOf(type);
  const wanted = parseUnits(FACES[family].feeCoins, coin.decimals);
  return chain.runSerially(async () => {
    const balance = BigInt(await chain.rpc<Hex>('eth_getBalance', to, 'latest'));
    if (balance >= wanted) return balance;
    await chain.rpc('anvil_setBalance', to, numberToHex(wanted));
    return wanted;
  });
}

/**
 * Mines each transfer into a block with its own time, then enough blocks to make all of them final, the last at
 * `until`.
 */
async function replay(
  { info, chain }: RunningNetwork,
  send: SendCall,
  transfers: readonly PastTransfer[],
  until: Date,
): Promise<Hex[]> {
  const hashes: Hex[] = [];
  // A block of its own accord would hold a transfer at another time.
  chain.miner.setMining(false);
  try {
    for (const { to, amountMicro, at } of transfers) {
      hashes.push(await send(transferData(info.type, to, amountMicro)));
      await mineFrom(seconds(at), 1);
    }
    await mineFrom(seconds(until) - chain.finalityLag, chain.finalityLag + 1);
  } finally {
    chain.miner.setMining(true);
  }
  await chain.save();
  return hashes;

  async function mineFrom(second: number, blocks: number): Promise<void> {
    await chain.runSerially(() => chain.rpc('evm_setNextBlockTimestamp', second));
    await chain.miner.mine(blocks);
  }
}

/** The next blocks have the present time. */
async function returnToPresent({ chain }: RunningNetwork): Promise<void> {
  await chain.runSerially(() => setToPresent(chain.rpc));
  await chain.miner.mine(1);
}

const seconds = (time: Date): number => Math.floor(time.getTime() / 1_000);

function createControls(
  networks: Record<NetworkType, RunningNetwork>,
  senders: Record<NetworkType, SendCall>,
): DevchainControls {
  const mine = async (type: NetworkType, blocks: number) => networks[type].chain.miner.mine(blocks);
  return {
    mine,
    async setMining(type, on) {
      networks[type].chain.miner.setMining(on);
    },
    async reorg(type, depth) {
      const { chain } = networks[type];
      await chain.runSerially(() => chain.rpc('anvil_reorg', depth, []));
    },
    async mint(type, to, amountMicro) {
      const args = [to, toUnits(amountMicro, recordOf(type).token.decimals)] as const;
      await senders[type](encodeFunctionData({ abi: usdtLookalikeAbi, functionName: 'mint', args }));
      await mine(type, 1);
    },
    async setBlacklisted(type, address, on) {
      const functionName = on ? 'addBlackList' : 'removeBlackList';
      await senders[type](encodeFunctionData({ abi: usdtLookalikeAbi, functionName, args: [address] }));
      await mine(type, 1);
    },
    async rpc(type, method, ...params) {
      const { chain } = networks[type];
      const answer = await chain.rpc<never>(method, ...params);
      if (method.startsWith('eth_send')) chain.miner.wake();
      return answer;
    },
  };
}
