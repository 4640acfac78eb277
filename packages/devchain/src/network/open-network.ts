import { join } from 'node:path';
import { SANDBOX_CHAIN_IDS } from '@portside/chain/networks';
import type { Hex } from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import type { DevchainInfo, DevchainOptions, NetworkType } from '../devchain.ts';
import { readChainFile, writeChainFile } from '../node/chain-file.ts';
import { type LocalChain, startLocalChain } from '../node/local-chain.ts';
import { startTronFace } from '../tron/tron-face.ts';
import { keepTransactions, type StoredTransaction } from '../tron/transactions.ts';
import { type Contracts, deployContracts } from './deploy-contracts.ts';
import { startEthFace } from './eth-face.ts';

const FINALITY_LAG = { ETH: 4, TRON: 6 } as const;
const FILE_VERSION = 1;

/** A running chain of one kind, with its contracts and its public face. */
export type Network = {
  info: DevchainInfo;
  chain: LocalChain;
  stop(): Promise<void>;
};

type ChainFile = {
  version: number;
  wallet: Hex;
  contracts: Contracts;
  tronTransactions: StoredTransaction[];
  /** What the EVM node dumped, base64. */
  state: string;
};

/** Starts a chain: the one in the folder when there is one, else a new one with fresh contracts. */
export async function openNetwork(
  type: NetworkType,
  wallet: PrivateKeyAccount,
  options: DevchainOptions,
): Promise<Network> {
  const path = options.dataDir ? join(options.dataDir, `${type.toLowerCase()}.json`) : null;
  const walletAddress = wallet.address.toLowerCase() as Hex;
  const earlier = path ? await readChainFile<ChainFile>(path) : null;
  if (earlier && (earlier.version !== FILE_VERSION || earlier.wallet !== walletAddress)) {
    throw new Error(`${path} belongs to another sandbox wallet or version; remove its folder to start anew`);
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
    chainId: SANDBOX_CHAIN_IDS[type],
    gasIsFree: type === 'TRON',
    blockTimeMs: options.blockTimeMs ?? 1_000,
    idleBlockTimeMs: options.idleBlockTimeMs ?? 10_000,
    finalityLag: options.finalityLag?.[type] ?? FINALITY_LAG[type],
    savedState: earlier ? Buffer.from(earlier.state, 'base64') : null,
    async prepare(rpc) {
      contracts = await deployContracts(type, rpc, walletAddress);
    },
    save: path ? async (state) => save(path, state) : null,
  });

  try {
    if (!contracts) throw new Error('The chain started without its contracts');
    const port = options.ports?.[type] ?? 0;
    const face = type === 'TRON' ? startTronFace(chain, transactions, port) : startEthFace(chain, port);
    const server = await face;
    const { url } = server;
    return {
      info: {
        type,
        chainId: SANDBOX_CHAIN_IDS[type],
        rpcUrl: type === 'TRON' ? `${url}/jsonrpc` : url,
        httpUrl: type === 'TRON' ? url : null,
        ...contracts,
        sandboxWalletAddress: walletAddress,
      },
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
