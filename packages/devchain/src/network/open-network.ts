import { open, readFile, rename } from 'node:fs/promises';
import { join, dirname } from 'node:path';
import { chainsOf } from '@portside/chain/networks/chains';
import { type NetworkRecord, networkRecords } from '@portside/chain/networks/registry';
import { type Hex, encodeDeployData, encodeFunctionData, getContractAddress, numberToHex } from 'viem';
import { type PrivateKeyAccount, generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import type { DevchainInfo, DevchainOptions, NetworkType } from '../devchain.ts';
import { type LocalChain, startLocalChain } from '../node/local-chain.ts';
import { keepTransactions, type StoredTransaction } from '../tron/transactions.ts';
import { FACES } from './faces.ts';
import { toUnits } from '@portside/chain/token/units';
import {
  checkoutAbi,
  checkoutBytecode,
  depositFactoryAbi,
  depositFactoryBytecode,
  usdtLookalikeAbi,
  usdtLookalikeBytecode,
  usdtKindOf,
} from '@portside/checkout';
import type { Rpc } from '../node/rpc.ts';

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
    idleBlockTimeMs: options.idleBlockTimeMs ?? 30_000,
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

const WALLET_USDT_MICRO = 10_000_000_000_000n;

/** A transfer to an address that never held USDT costs twice the energy on TRON, so the treasury starts with some. */
const TREASURY_USDT_MICRO = 1_000_000n;

/** Different nonces give each network different contract addresses, as in reality, so that mix-ups show. */
const NONCES_APART = 1_000;

type Contracts = {
  contractAddress: Hex;
  walletAddress: Hex;
  checkoutAddress: Hex;
  /** Absent on chains from before deposit addresses existed. */
  factoryAddress?: Hex;
};

/**
 * Deploys the USDT look-alike, the checkout and the factory of deposit addresses on an empty chain in one block, and
 * mints the wallet's test money.
 */
async function deployContracts(record: NetworkRecord, rpc: Rpc, wallet: Hex): Promise<Contracts> {
  const { gasIsFree, walletCoins } = FACES[record.family];
  const { decimals } = record.token;
  // The key is discarded: the shop only watches its treasury.
  const treasury = lowerCase(privateKeyToAddress(generatePrivateKey()));
  const place = networkRecords().findIndex(({ id }) => id === record.id);
  const firstNonce = BigInt(NONCES_APART * place);
  const token = lowerCase(getContractAddress({ from: wallet, nonce: firstNonce }));
  const checkout = lowerCase(getContractAddress({ from: wallet, nonce: firstNonce + 1n }));
  const factory = lowerCase(getContractAddress({ from: wallet, nonce: firstNonce + 2n }));
  const steps: { to?: Hex; data: Hex }[] = [
    {
      data: encodeDeployData({
        abi: usdtLookalikeAbi,
        bytecode: usdtLookalikeBytecode,
        args: [usdtKindOf(record), decimals],
      }),
    },
    { data: encodeDeployData({ abi: checkoutAbi, bytecode: checkoutBytecode, args: [token, treasury] }) },
    {
      data: encodeDeployData({
        abi: depositFactoryAbi,
        bytecode: depositFactoryBytecode,
        args: [treasury],
      }),
    },
    { to: token, data: mint(wallet, toUnits(WALLET_USDT_MICRO, decimals)) },
    { to: token, data: mint(treasury, toUnits(TREASURY_USDT_MICRO, decimals)) },
  ];

  await rpc('anvil_setBalance', wallet, numberToHex(walletCoins * 10n ** BigInt(record.coin.decimals)));
  await rpc('anvil_setNonce', wallet, numberToHex(firstNonce));
  const hashes: Hex[] = [];
  for (const [index, step] of steps.entries()) {
    hashes.push(
      await rpc('eth_sendTransaction', {
        ...step,
        from: wallet,
        nonce: numberToHex(firstNonce + BigInt(index)),
        gas: numberToHex(3_000_000),
        ...(gasIsFree && { gasPrice: '0x0' }),
      }),
    );
  }
  await rpc('evm_mine');
  for (const hash of hashes) {
    const receipt = await rpc<{ status: Hex }>('eth_getTransactionReceipt', hash);
    if (receipt.status !== '0x1')
      throw new Error(`The contracts could not be put on the local ${record.id} chain`);
  }
  return {
    contractAddress: token,
    walletAddress: treasury,
    checkoutAddress: checkout,
    factoryAddress: factory,
  };
}

function mint(to: Hex, units: bigint): Hex {
  return encodeFunctionData({ abi: usdtLookalikeAbi, functionName: 'mint', args: [to, units] });
}

function lowerCase(address: Hex): Hex {
  return address.toLowerCase() as Hex;
}

/** Reads a JSON file; null when there is none yet. */
async function readChainFile<Content>(path: string): Promise<Content | null> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
  try {
    return JSON.parse(text) as Content;
  } catch (cause) {
    throw new Error(`${path} is damaged; remove its folder to start the local chains again`, { cause });
  }
}

/** Replaces the file atomically: after a power cut it has either the old or the new content. */
async function writeChainFile(path: string, content: unknown): Promise<void> {
  const temporary = `${path}.new`;
  const file = await open(temporary, 'w', 0o600);
  try {
    await file.writeFile(JSON.stringify(content));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
  await syncFolder(dirname(path));
}

/** Flushes the folder, so that a rename in it survives a power cut. Windows has no such call and needs none. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
