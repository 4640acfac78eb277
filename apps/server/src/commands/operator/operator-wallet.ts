import {
  createNode,
  familyOf,
  formatAddress,
  type ChainNode,
  type Family,
  type Network,
} from '@portside/chain';
import { privateKeyToAddress } from 'viem/accounts';
import type { Hex } from 'viem';
import { CommandError } from '../command.ts';
import { evmSender, askHex, type Sendable, type Sender, tronSender } from './senders.ts';
import { readFileSync, statSync } from 'node:fs';

export type OperatorWallet = Sender & {
  readonly network: Network;
  readonly owner: Hex;
  readonly chainId: number;
  codeAt(address: Hex): Promise<Hex>;
  /** What a call would answer now. */
  tryCall(call: { readonly to: Hex; readonly data: Hex }): Promise<Hex>;
  coin(): Promise<bigint>;
};

type Opening = { readonly network: Network; readonly nodeUrl: string; readonly key: Hex };

const TIMEOUT_MS = 20_000;

type Signing = {
  readonly node: ChainNode;
  readonly url: string;
  readonly key: Hex;
  readonly owner: Hex;
  readonly chainId: number;
};

/** Where a node's JSON-RPC is below its address, and what signs and sends transactions. */
const FAMILIES: Record<
  Family,
  { readonly rpcUrl: (url: string) => string; readonly sender: (signing: Signing) => Sender }
> = {
  evm: { rpcUrl: (url) => url, sender: evmSender },
  tron: {
    rpcUrl: (url) => `${url.replace(/\/jsonrpc$/, '')}/jsonrpc`,
    sender: ({ url, ...signing }) => tronSender({ ...signing, url: url.replace(/\/jsonrpc$/, '') }),
  },
};

/**
 * A wallet of this machine: its key signs here and goes nowhere. The node is any of that network; on TRON one with
 * the HTTP API, whose JSON-RPC is below `/jsonrpc`.
 */
export async function openOperatorWallet({ network, nodeUrl, key }: Opening): Promise<OperatorWallet> {
  const { rpcUrl, sender } = FAMILIES[familyOf(network)];
  const url = rpcUrl(nodeUrl.replace(/\/+$/, ''));
  const node = createNode({ name: `${network} node`, url, timeoutMs: TIMEOUT_MS });
  const owner = privateKeyToAddress(key).toLowerCase() as Hex;
  const chainId = Number(await askHex(node, 'eth_chainId', []));
  return {
    ...sender({ node, url, key, owner, chainId }),
    network,
    owner,
    chainId,
    codeAt: (address) => askHex(node, 'eth_getCode', [address, 'latest']),
    tryCall: ({ to, data }) => askHex(node, 'eth_call', [{ from: owner, to, data }, 'latest']),
    coin: async () => BigInt(await askHex(node, 'eth_getBalance', [owner, 'latest'])),
  };
}

/**
 * Answers about what the call costs. Throws a CommandError if the wallet has not what it must have: nodes ask for the
 * limit that is signed, not for what is used in the end.
 */
export async function requireCoin(wallet: OperatorWallet, call: Sendable): Promise<bigint> {
  const [{ about, needed }, coin] = await Promise.all([wallet.feeOf(call), wallet.coin()]);
  if (coin < needed)
    throw new CommandError(
      `${formatAddress(wallet.network, wallet.owner)} has too few coins for the network fee: ${coin} of ${needed} in the smallest unit.`,
    );
  return about;
}

/** The environment variable, where no file is named. */
export const KEY_VARIABLE = 'OPERATOR_KEY';

/**
 * The private key of this machine's wallet, which needs nothing but coins for fees: 64 hex digits in a file that only its
 * owner can read, or in OPERATOR_KEY. Throws a CommandError without it; never prints it.
 */
export function readKey(file: string | undefined, env: NodeJS.Dict<string>): Hex {
  const text = file === undefined ? env[KEY_VARIABLE] : readKeyFile(file);
  if (text === undefined || text.trim() === '')
    throw new CommandError(`A key is needed: --key-file FILE, or ${KEY_VARIABLE} in the environment.`);
  const hex = text.trim().replace(/^0x/, '');
  if (!/^[0-9a-fA-F]{64}$/.test(hex)) throw new CommandError('The key is not 64 hex digits.');
  return `0x${hex.toLowerCase()}`;
}

function readKeyFile(file: string): string {
  let mode: number;
  try {
    ({ mode } = statSync(file));
  } catch {
    throw new CommandError(`${file}: there is no such file.`);
  }
  if (process.platform !== 'win32' && (mode & 0o077) !== 0)
    throw new CommandError(`${file} can be read by others: chmod 600 ${file}`);
  return readFileSync(file, 'utf8');
}
