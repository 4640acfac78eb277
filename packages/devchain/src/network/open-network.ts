import { join } from 'node:path';
import { chainsOf } from '@portside/chain/networks/chains';
import type { NetworkRecord } from '@portside/chain/networks/registry';
import type { Hex } from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import type { DevchainInfo, DevchainOptions, NetworkType } from '../devchain.ts';
import { readChainFile, writeChainFile } from '../node/chain-file.ts';
import { type LocalChain, startLocalChain } from '../node/local-chain.ts';
import { keepTransactions, type StoredTransaction } from '../tron/transactions.ts';
import { type Contracts, deployContracts } from './deploy-contracts.ts';
import { FACES } from './faces.ts';

const FILE_VERSION = 1;

/** A running local chain with its contracts and its public API. */
export type RunningNetwork = {
  info: DevchainInfo;
  isNew: boolean;
  chain: LocalChain;
  stop(): Promise<void>;
};

type ChainFile = {
  version: number;
  wallet: Hex;
  contracts: Contracts;
  tronTransactions: StoredTransaction[];
  /** The EVM node's dump, in base64. */
  state: string;
};

export type SharedByNetworks = {
  readonly wallet: PrivateKeyAccount;
  readonly onBlock: (type: NetworkType) => void;
};

/** Starts a chain: the saved one of the folder if there is one, otherwise a new one with new contracts. */
export async function openNetwork(
  record: NetworkRecord & { readonly id: NetworkType },
  { wallet, onBlock }: SharedByNetworks,
  options: DevchainOptions,
): Promise<RunningNetwork> {
  const { id: type } = record;
  const { sandbox } = chainsOf(type);
  const face = FACES[record.family];
  const path = options.dataDir ? join(options.dataDir, `${type.toLowerCase()}.json`) : null;
  const walletAddress = wallet.address.toLowerCase() as Hex;
  const earlier = path ? await readChainFile<ChainFile>(path) : null;
  if (earlier && (earlier.version !== FILE_VERSION || earlier.wallet !== walletAddress)) {
    throw new Error(`${path} belongs to another sandbox wallet or version; remove its folder to start over`);
  }

  let contracts = earlier?.contracts;
  const transactions = keepTransactions(earlier?.tronTransactions ?? []);
  const save = async (file: string, state: Uint8Array) => {
    const content = {
      version: FILE_VERSION,
      wallet: walletAddress,
      contracts,
      tronTransactions: transactions.all(),
    };
    await writeChainFile(file, { ...content, state: Buffer.from(state).toString('base64') });
  };
  const chain = await startLocalChain({
    chainId: sandbox.chainId,
    gasIsFree: face.gasIsFree,
    startsAt: options.startsAt,
    blockTimeMs: options.blockTimeMs ?? 1_000,
    idleBlockTimeMs: options.idleBlockTimeMs ?? 10_000,
    finalityLag: options.finalityLag?.[type] ?? sandbox.finalityBlocks,
    savedState: earlier ? Buffer.from(earlier.state, 'base64') : null,
    async prepare(rpc) {
      contracts = await deployContracts(record, rpc, walletAddress);
    },
    save: path ? async (state) => save(path, state) : null,
    onBlock: () => onBlock(type),
  });

  try {
    if (!contracts) throw new Error('The chain started without its contracts');
    const server = await face.start(chain, transactions, options.ports?.[type] ?? 0);
    const { url } = server;
    return {
      info: {
        type,
        chainId: sandbox.chainId,
        rpcUrl: url + face.rpcPath,
        httpUrl: face.hasHttpApi ? url : null,
        ...contracts,
        sandboxWalletAddress: walletAddress,
      },
      isNew: earlier === null,
      chain,
      async stop() {
        await server.stop();
        await chain.stop();
      },
    };
  } catch (error) {
    await chain.stop();
    throw error;
  }
}
