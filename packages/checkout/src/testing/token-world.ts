import { startAnvil } from '@portside/devchain/node/anvil';
import type { Rpc } from '@portside/devchain/node/rpc';
import {
  type Abi,
  decodeErrorResult,
  decodeEventLog,
  decodeFunctionResult,
  encodeDeployData,
  encodeFunctionData,
  type Hex,
  numberToHex,
} from 'viem';
import { usdtLookalikeAbi, usdtLookalikeBytecode } from '../generated/usdt-lookalike.ts';
import { USDT_KINDS, type UsdtKind } from '../usdt-kinds.ts';

export const OWNER: Hex = '0x00000000000000000000000000000000000a0001';
export const BUYER: Hex = '0x00000000000000000000000000000000000b0001';
export const TREASURY: Hex = '0x00000000000000000000000000000000000c0001';

type Log = { address: Hex; topics: [Hex, ...Hex[]]; data: Hex };
type Receipt = { status: Hex; contractAddress: Hex; gasUsed: Hex; logs: Log[] };
/** A contract's ABI and creation code. */
export type Deployable = { abi: Abi; bytecode: Hex };
/** Result of a call; `error` is the name of the contract's error, or `revert` if it has none. */
export type Sent = {
  error: string | null;
  gas: number;
  events: { name: string | undefined; args: unknown }[];
};

const USDT: Deployable = { abi: usdtLookalikeAbi, bytecode: usdtLookalikeBytecode };

/** A new chain with one kind of Tether look-alike. */
export async function startTokenWorld(kind: UsdtKind, decimals = 6) {
  const anvil = await startAnvil({ chainId: 7_700_003, gasIsFree: true });
  const { rpc } = anvil;
  await rpc('anvil_setBalance', OWNER, '0xde0b6b3a7640000');

  const abis = new Map<Hex, Abi>();
  const abiOf = (address: Hex): Abi => abis.get(address) ?? [];
  const deploy = async ({ abi, bytecode }: Deployable, args: readonly unknown[] = []): Promise<Hex> => {
    const data = encodeDeployData({ abi, bytecode, args });
    const { status, contractAddress } = await sendAndMine(rpc, { from: OWNER, data });
    if (status !== '0x1') throw new Error('The constructor refused');
    abis.set(contractAddress, abi);
    return contractAddress;
  };
  const call = async (from: Hex, to: Hex, functionName: string, args: readonly unknown[] = []) => {
    return rpc<Hex>('eth_call', {
      from,
      to,
      data: encodeFunctionData({ abi: abiOf(to), functionName, args }),
    });
  };

  return {
    onTron: kind === USDT_KINDS.tron,
    token: await deploy(USDT, [kind, decimals]),
    rpc,
    stop: () => anvil.stop(),
    deploy,
    /** Registers the ABI of a contract that another one created. */
    know: (address: Hex, abi: Abi): void => void abis.set(address, abi),
    code: async (address: Hex) => rpc<Hex>('eth_getCode', address, 'latest'),
    /** The bytes that a call returns. */
    call,
    read: async (to: Hex, functionName: string, args: readonly unknown[] = []): Promise<unknown> => {
      return decodeFunctionResult({
        abi: abiOf(to),
        functionName,
        data: await call(BUYER, to, functionName, args),
      });
    },
    /** Sends a transaction and mines it; a transaction that would fail is not sent. */
    send: async (from: Hex, to: Hex, functionName: string, args: readonly unknown[] = []): Promise<Sent> => {
      try {
        await call(from, to, functionName, args);
      } catch (error) {
        return { error: errorName(error, abiOf(to)), gas: 0, events: [] };
      }
      const data = encodeFunctionData({ abi: abiOf(to), functionName, args });
      const receipt = await sendAndMine(rpc, { from, to, data });
      return {
        error: receipt.status === '0x1' ? null : 'failed in the block',
        gas: Number(receipt.gasUsed),
        events: receipt.logs.map(({ address, topics, data: body }) => {
          const event = decodeEventLog({ abi: abiOf(address), topics, data: body });
          return { name: event.eventName, args: event.args };
        }),
      };
    },
  };
}

/** Mines a transaction whether or not it succeeds. */
export async function sendAndMine(
  rpc: Rpc,
  transaction: { from: Hex; to?: Hex; data: Hex; value?: Hex },
): Promise<Receipt> {
  const gas = numberToHex(8_000_000);
  const hash = await rpc<Hex>('eth_sendTransaction', { ...transaction, gas, gasPrice: '0x0' });
  await rpc('evm_mine');
  return rpc<Receipt>('eth_getTransactionReceipt', hash);
}

function errorName(error: unknown, abi: Abi): string {
  const data = (error as { data?: unknown }).data;
  if (typeof data !== 'string' || data.length < 10) return 'revert';
  try {
    return decodeErrorResult({ abi, data: data as Hex }).errorName;
  } catch {
    return 'revert';
  }
}
