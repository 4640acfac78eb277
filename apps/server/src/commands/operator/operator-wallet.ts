import {
  chainsOf,
  createNode,
  familyOf,
  formatAddress,
  isPrivateChain,
  recordOf,
  type ChainNode,
  type Family,
  type Network,
  NodeError,
  buildDeployTransaction,
  buildTriggerTransaction,
} from '@portside/chain';
import { privateKeyToAddress, privateKeyToAccount, sign } from 'viem/accounts';
import { formatUnits, parseUnits, type Hex } from 'viem';
import { isLoopback } from '../../platform/ip-address.ts';
import { CommandError } from '../command.ts';
import { readFileSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTronHttp } from '@portside/chain/tron/http';

export type OperatorWallet = Sender & {
  readonly network: Network;
  readonly owner: Hex;
  readonly chainId: number;
  codeAt(address: Hex): Promise<Hex>;
  /** What a call would answer now. */
  tryCall(call: { readonly to: Hex; readonly data: Hex }): Promise<Hex>;
  coin(): Promise<bigint>;
};

type Opening = {
  readonly network: Network;
  readonly nodeUrl: string;
  readonly key: Hex;
  /** What a transaction may cost at most, in whole coins, instead of a limit on the price of gas; absent: that limit. */
  readonly maxFee?: string | undefined;
};

const TIMEOUT_MS = 20_000;

type Signing = {
  readonly node: ChainNode;
  readonly url: string;
  readonly key: Hex;
  readonly owner: Hex;
  readonly chainId: number;
  readonly checkFee: FeeCheck;
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
 * the HTTP API, whose JSON-RPC is below `/jsonrpc`. Throws a CommandError for a node of another network's chain.
 */
export async function openOperatorWallet({
  network,
  nodeUrl,
  key,
  maxFee,
}: Opening): Promise<OperatorWallet> {
  const { rpcUrl, sender } = FAMILIES[familyOf(network)];
  const url = rpcUrl(nodeUrl.replace(/\/+$/, ''));
  const node = createNode({ name: `${network} node`, url, timeoutMs: TIMEOUT_MS });
  const owner = privateKeyToAddress(key).toLowerCase() as Hex;
  const chainId = Number(await askHex(node, 'eth_chainId', []));
  if (isPrivateChain(network, chainId) && !isLoopback(url))
    throw new CommandError(`The node is of chain ${chainId}, which is not ${recordOf(network).name}.`);
  const checkFee = createFeeCheck(network, chainId, maxFee);
  return {
    ...sender({ node, url, key, owner, chainId, checkFee }),
    network,
    owner,
    chainId,
    codeAt: (address) => askHex(node, 'eth_getCode', [address, 'latest']),
    tryCall: ({ to, data }) => askHex(node, 'eth_call', [{ from: owner, to, data }, 'latest']),
    coin: async () => BigInt(await askHex(node, 'eth_getBalance', [owner, 'latest'])),
  };
}

/** Throws a CommandError for what is not to be signed: a node that lies about the price would have the coins burnt. */
type FeeCheck = (signed: { readonly gasPrice: bigint; readonly fee: bigint }) => void;

/** Coins of test networks and local chains are worth nothing. */
export function createFeeCheck(network: Network, chainId: number, maxFee: string | undefined): FeeCheck {
  const { coin, mainChainId } = recordOf(network);
  if (maxFee !== undefined && !/^\d{1,9}(\.\d{1,18})?$/.test(maxFee))
    throw new CommandError(`--max-fee ${maxFee}: must be an amount in ${coin.name}, such as 0.05.`);
  const mostFee = maxFee === undefined ? null : parseUnits(maxFee, coin.decimals);
  const mostPrice = chainsOf(network).mostGasPrice;
  return ({ gasPrice, fee }) => {
    const told = `A transaction could cost ${formatUnits(fee, coin.decimals)} ${coin.name} by this node's price`;
    if (mostFee !== null && fee > mostFee) throw new CommandError(`${told}, more than --max-fee.`);
    if (mostFee === null && chainId === mainChainId && gasPrice > mostPrice)
      throw new CommandError(
        `${told}, which is far too high. Ask another node, or allow it with --max-fee ${coin.name}.`,
      );
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

/** What is sent. Without `to`, `data` is the code of a contract to be deployed. */
type Sendable = { readonly to: Hex | null; readonly data: Hex };

/** In the coin's smallest unit: what a transaction costs by the present price, and what the signer must have for it. */
type Fee = { readonly about: bigint; readonly needed: bigint };

/** Signs on this machine and sends through a node. */
type Sender = {
  /** Throws a RefusedCall if the node or the contract refuses it. */
  feeOf(call: Sendable): Promise<Fee>;
  /** Resolves once it is in a block; throws a CommandError if it failed there, or is in none in time. */
  send(call: Sendable): Promise<{ readonly hash: string; readonly contract: Hex | null }>;
};

/** A call that would fail, or that the node does not take. Fewer addresses at once may pass. */
export class RefusedCall extends CommandError {}

/** Asks the node; throws a RefusedCall if it refuses, and a CommandError if it does not answer. */
async function ask(node: ChainNode, method: string, params: readonly unknown[]): Promise<unknown> {
  try {
    return await node.request(method, params);
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    throw error.kind === 'rpc' ? new RefusedCall(error.message) : new CommandError(error.message);
  }
}

/** A call that is answered in hex; throws a CommandError if it is not. */
export async function askHex(node: ChainNode, method: string, params: readonly unknown[]): Promise<Hex> {
  const answer = await ask(node, method, params);
  if (typeof answer !== 'string' || !/^0x[0-9a-fA-F]*$/.test(answer))
    throw new CommandError(`${node.name}: ${method} was answered with something else.`);
  return answer.toLowerCase() as Hex;
}

type EvmOpening = {
  readonly node: ChainNode;
  readonly key: Hex;
  readonly owner: Hex;
  readonly chainId: number;
  readonly checkFee: FeeCheck;
};

const EVM_ASK_EVERY_MS = 2_000;

const EVM_WAIT_MS = 600_000;

/** Transactions of the oldest form, which every EVM network takes, at a quarter above the present price. */
export function evmSender({ node, key, owner, chainId, checkFee }: EvmOpening): Sender {
  const account = privateKeyToAccount(key);
  const partsOf = ({ to, data }: Sendable) => (to === null ? { data } : { to, data });
  const quantity = async (method: string, ...params: unknown[]): Promise<bigint> =>
    BigInt(await askHex(node, method, params));
  /** What the call takes now, and what is signed: with room for both to grow until it is in a block. */
  async function termsOf(call: Sendable) {
    const [gas, price] = await Promise.all([
      quantity('eth_estimateGas', { from: owner, ...partsOf(call) }),
      quantity('eth_gasPrice'),
    ]);
    const signed = { gas: (gas * 12n) / 10n, gasPrice: (price * 5n) / 4n };
    checkFee({ gasPrice: price, fee: signed.gas * signed.gasPrice });
    return { about: gas * price, ...signed };
  }

  async function receiptOf(hash: Hex): Promise<{ status: string; contractAddress: Hex | null }> {
    for (const end = Date.now() + EVM_WAIT_MS; Date.now() < end; await sleep(EVM_ASK_EVERY_MS)) {
      const receipt = await ask(node, 'eth_getTransactionReceipt', [hash]);
      if (receipt) return receipt as { status: string; contractAddress: Hex | null };
    }
    throw new CommandError(`${hash} is in no block yet. Look it up before you send it again.`);
  }

  return {
    async feeOf(call) {
      const { about, gas, gasPrice } = await termsOf(call);
      return { about, needed: gas * gasPrice };
    },
    async send(call) {
      const [{ gas, gasPrice }, nonce] = await Promise.all([
        termsOf(call),
        quantity('eth_getTransactionCount', owner, 'pending'),
      ]);
      const raw = await account.signTransaction({
        type: 'legacy',
        chainId,
        nonce: Number(nonce),
        gas,
        gasPrice,
        ...partsOf(call),
      });
      const hash = await askHex(node, 'eth_sendRawTransaction', [raw]);
      const { status, contractAddress } = await receiptOf(hash);
      if (BigInt(status) !== 1n) throw new CommandError(`${hash} failed on the chain.`);
      return { hash, contract: contractAddress && (contractAddress.toLowerCase() as Hex) };
    },
  };
}

type TronOpening = {
  readonly url: string;
  readonly key: Hex;
  readonly owner: Hex;
  readonly checkFee: FeeCheck;
};

const TRON_TIMEOUT_MS = 20_000;

const TRON_ASK_EVERY_MS = 3_000;

const TRON_WAIT_MS = 180_000;

const SUN_PER_BYTE = 1_000n;

/** Approximate size of a transaction beside its data. */
const BYTES = 350n;

/** java-tron takes at most 15,000 TRX. */
const HIGHEST_FEE_SUN = 3_000_000_000;

/**
 * Sends from a TRON wallet of this machine; fees in sun. A call is tried first: one that the contract or the node refuses
 * is not sent (CommandError). Throws a CommandError too where the transaction failed, or is in no block after three
 * minutes.
 */
function tronSender({ url, key, owner, checkFee }: TronOpening): Sender {
  const http = createTronHttp({ url, timeoutMs: TRON_TIMEOUT_MS });
  const attempt = async ({ to, data }: Sendable) => {
    const [{ energy, isRefused }, price] = await Promise.all([
      http.simulateCall({ owner, contract: to, data }),
      http.readSunPerEnergy(),
    ]);
    if (isRefused) throw new RefusedCall('The contract rejected the call. Nothing was sent.');
    const feeLimitSun = Math.min(HIGHEST_FEE_SUN, Math.ceil(energy * price * 1.2));
    checkFee({ gasPrice: BigInt(price), fee: BigInt(feeLimitSun) });
    return { energy, price, feeLimitSun };
  };
  return {
    async feeOf(call) {
      const { energy, price } = await attempt(call);
      const about = BigInt(energy) * BigInt(price) + (BYTES + BigInt(call.data.length / 2)) * SUN_PER_BYTE;
      // Only what is used is taken; the fee limit is not set aside.
      return { about, needed: about };
    },
    async send(call) {
      const { feeLimitSun } = await attempt(call);
      const basis = { owner, feeLimitSun, block: await http.readBlock() };
      const unsigned =
        call.to === null
          ? buildDeployTransaction({ ...basis, bytecode: call.data, name: 'Portside' })
          : buildTriggerTransaction({ ...basis, contract: call.to, data: call.data });
      const signature = await sign({ hash: `0x${unsigned.txID}`, privateKey: key, to: 'hex' });
      const { hash, refusal } = await http.broadcast({ rawData: `0x${unsigned.raw_data_hex}`, signature });
      if (refusal !== null) throw new CommandError(`The node refuses the transaction: ${refusal}`);
      for (const end = Date.now() + TRON_WAIT_MS; Date.now() < end; await sleep(TRON_ASK_EVERY_MS)) {
        const result = await http.readResult(hash);
        if (result === 'failed') throw new CommandError(`${unsigned.txID} failed on the chain.`);
        if (result === 'done') return { hash: unsigned.txID, contract: await http.readContract(hash) };
      }
      throw new CommandError(`${unsigned.txID} is in no block yet. Look it up before you send it again.`);
    },
  };
}
