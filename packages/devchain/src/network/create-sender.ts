import { recordOf } from '@portside/chain/networks/registry';
import { toUnits } from '@portside/chain/token/units';
import { usdtLookalikeAbi } from '@portside/checkout';
import { encodeFunctionData, type Hex } from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import type { NetworkType } from '../devchain.ts';
import { createSerialQueue, type Rpc } from '../node/rpc.ts';
import type { RunningNetwork } from './open-network.ts';
import {
  buildDeployTransaction,
  buildTriggerTransaction,
  type TronBlock,
} from '@portside/chain/tron/transaction';

/**
 * Sends a call signed by the sandbox wallet: to the USDT contract by default, to another one, or as a deployment
 * (null). Resolves with the hash once the node accepted it.
 */
export type SendCall = (data: Hex, to?: Hex | null) => Promise<Hex>;

export function createSender({ info, chain }: RunningNetwork, wallet: PrivateKeyAccount): SendCall {
  const runSerially = createSerialQueue();
  let lastTimestamp = 0;

  const callOf = (data: Hex, to: Hex | null) => ({ from: wallet.address, ...(to && { to }), data });

  const dryRun = async (data: Hex, to: Hex | null) => {
    try {
      await chain.rpc('eth_call', callOf(data, to), 'pending');
    } catch (cause) {
      throw new Error(`The ${info.type} chain would refuse this call of the sandbox wallet`, { cause });
    }
  };

  /** With a margin: what a sweep moves may change before its block. */
  const gasOf = async (data: Hex, to: Hex | null): Promise<bigint> =>
    (BigInt(await chain.rpc<Hex>('eth_estimateGas', callOf(data, to))) * 3n) / 2n;

  return (data, to = info.contractAddress) =>
    runSerially(async () => {
      await dryRun(data, to);
      if (info.httpUrl === null) {
        const hash = await sendEvmCall({
          chainId: info.chainId,
          rpc: chain.rpc,
          wallet,
          to,
          data,
          ...(to !== info.contractAddress && { gas: await gasOf(data, to) }),
        });
        chain.miner.wake();
        return hash;
      }
      const sent = await sendTronCall({
        httpUrl: info.httpUrl,
        wallet,
        to,
        data,
        notBefore: lastTimestamp + 1,
      });
      lastTimestamp = sent.timestamp;
      return sent.hash;
    });
}

/** Encodes a transfer. Throws on an address that is not 20 bytes and on an amount that is not positive. */
export function transferData(type: NetworkType, to: Hex, amountMicro: bigint): Hex {
  if (!/^0x[0-9a-fA-F]{40}$/.test(to)) throw new Error('The receiver is not a 20-byte address');
  if (amountMicro <= 0n) throw new Error('The amount must be positive');
  const receiver = to.toLowerCase() as Hex;
  return encodeFunctionData({
    abi: usdtLookalikeAbi,
    functionName: 'transfer',
    args: [receiver, toUnits(amountMicro, recordOf(type).token.decimals)],
  });
}

/** Sweeping fifty addresses at once takes six times as much as any other call. */
const FEE_LIMIT_SUN = 1_000_000_000;

type TronCall = {
  httpUrl: string;
  wallet: PrivateKeyAccount;
  to: Hex | null;
  data: Hex;
  /** Milliseconds; distinguishes a transaction from an earlier one with the same content. */
  notBefore: number;
};

/**
 * Builds a contract call, or without `to` a deployment, signs its id and broadcasts it through the HTTP API; answers its
 * hash and timestamp.
 */
async function sendTronCall(call: TronCall): Promise<{ hash: Hex; timestamp: number }> {
  const { httpUrl, wallet, to, data, notBefore } = call;
  const block = await post<TronBlock>(`${httpUrl}/wallet/getblock`, { detail: false });
  const header = block.block_header.raw_data;
  const timestamp = Math.max(header.timestamp, notBefore);
  const basis = {
    owner: wallet.address,
    feeLimitSun: FEE_LIMIT_SUN,
    block: { ...block, block_header: { raw_data: { ...header, timestamp } } },
  };
  const transaction =
    to === null
      ? buildDeployTransaction({ ...basis, bytecode: data, name: 'Portside' })
      : buildTriggerTransaction({ ...basis, contract: to, data });
  const signature = await wallet.sign({ hash: `0x${transaction.txID}` });
  const answer = await post<BroadcastAnswer>(`${httpUrl}/wallet/broadcasttransaction`, {
    ...transaction,
    signature: [signature.slice(2)],
  });
  if (!answer.result) {
    throw new Error(`The TRON node refused: ${answer.code} ${Buffer.from(answer.message, 'hex').toString()}`);
  }
  return { hash: `0x${transaction.txID}`, timestamp };
}

type BroadcastAnswer = { result: true } | { result: false; code: string; message: string };

async function post<Answer>(url: string, body: object): Promise<Answer> {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
  if (!response.ok)
    throw new Error(`${new URL(url).pathname} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Answer;
}

/** More than any call of the USDT contract needs. */
const GAS = 120_000n;
const TIP_WEI = 1_000_000_000n;

type EvmCall = {
  chainId: number;
  rpc: Rpc;
  wallet: PrivateKeyAccount;
  /** Null deploys `data`. */
  to: Hex | null;
  data: Hex;
  gas?: bigint;
};

/** Signs a call and broadcasts it as a raw transaction; answers its hash. Not safe for concurrent calls. */
export async function sendEvmCall({ chainId, rpc, wallet, to, data, gas = GAS }: EvmCall): Promise<Hex> {
  const nonce = Number(await rpc<Hex>('eth_getTransactionCount', wallet.address, 'pending'));
  const gasPrice = BigInt(await rpc<Hex>('eth_gasPrice'));
  const signed = await wallet.signTransaction({
    type: 'eip1559',
    chainId,
    nonce,
    ...(to && { to }),
    data,
    gas,
    maxPriorityFeePerGas: TIP_WEI,
    maxFeePerGas: gasPrice * 2n + TIP_WEI,
  });
  return rpc<Hex>('eth_sendRawTransaction', signed);
}
