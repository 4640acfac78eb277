import { checkoutAbi, checkoutBytecode } from '../generated/checkout.ts';
import { USDT_KINDS, type UsdtKind } from '../usdt-kinds.ts';
import {
  type Hex,
  hexToBytes,
  type Abi,
  decodeErrorResult,
  decodeEventLog,
  decodeFunctionResult,
  encodeDeployData,
  encodeFunctionData,
  numberToHex,
  pad,
  toHex,
} from 'viem';
import { startAnvil } from '@portside/devchain/node/anvil';
import type { Rpc } from '@portside/devchain/node/rpc';
import { usdtLookalikeAbi, usdtLookalikeBytecode } from '../generated/usdt-lookalike.ts';
import { depositAddressOf, implementationOf } from '../deposit-code.ts';
import { compileSources, type CompiledContract, readSource } from '../compile-sources.ts';
import { depositAddressAbi } from '../generated/deposit-address.ts';
import { depositFactoryAbi, depositFactoryBytecode } from '../generated/deposit-factory.ts';

const CHECKOUT: Deployable = { abi: checkoutAbi, bytecode: checkoutBytecode };

/** A new chain with one kind of Tether look-alike and a checkout for it. */
export async function startContractWorld(onTron: boolean, contract: Deployable = CHECKOUT) {
  const world = await startTokenWorld(onTron ? USDT_KINDS.tron : USDT_KINDS.ethereum);
  return { ...world, contract, checkout: await world.deploy(contract, [world.token, TREASURY]) };
}

export type ContractWorld = Awaited<ReturnType<typeof startContractWorld>>;

const NAMES: Record<number, string> = {
  0x54: 'SLOAD',
  0x55: 'SSTORE',
  0xf0: 'CREATE',
  0xf1: 'CALL',
  0xf2: 'CALLCODE',
  0xf4: 'DELEGATECALL',
  0xf5: 'CREATE2',
  0xfa: 'STATICCALL',
  0xff: 'SELFDESTRUCT',
};

const STORAGE = new Set(['SLOAD', 'SSTORE']);

/** Names of the opcodes in a contract's code that access anything outside it. */
export const opcodesOf = (code: Hex): string[] => namesIn(code).filter((name) => !STORAGE.has(name));

/** Names of the opcodes that read or write what a contract remembers. */
export const storageOpcodesOf = (code: Hex): string[] => namesIn(code).filter((name) => STORAGE.has(name));

/** The data of PUSH is skipped. */
function namesIn(code: Hex): string[] {
  const bytes = hexToBytes(code);
  // The compiler's metadata follows the code; its length is in the last two bytes.
  const end = bytes.length - 2 - (bytes.at(-2)! * 256 + bytes.at(-1)!);
  const found: string[] = [];
  for (let at = 0; at < end; at += 1) {
    const opcode = bytes[at]!;
    if (opcode >= 0x60 && opcode <= 0x7f) at += opcode - 0x5f;
    else if (NAMES[opcode]) found.push(NAMES[opcode]);
  }
  return found;
}

export const OWNER: Hex = '0x00000000000000000000000000000000000a0001';
export const BUYER: Hex = '0x00000000000000000000000000000000000b0001';
export const TREASURY: Hex = '0x00000000000000000000000000000000000c0001';

type Log = { address: Hex; topics: [Hex, ...Hex[]]; data: Hex };
type Receipt = { status: Hex; contractAddress: Hex; gasUsed: Hex; logs: Log[] };
/** A contract's ABI and creation code. */
type Deployable = { abi: Abi; bytecode: Hex };
/** Result of a call; `error` is the name of the contract's error, or `revert` if it has none. */
type Sent = {
  error: string | null;
  gas: number;
  events: { name: string | undefined; args: unknown }[];
};

const USDT: Deployable = { abi: usdtLookalikeAbi, bytecode: usdtLookalikeBytecode };

/** A new chain with one kind of Tether look-alike. */
async function startTokenWorld(kind: UsdtKind, decimals = 6) {
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

const FACTORY: Deployable = { abi: depositFactoryAbi, bytecode: depositFactoryBytecode };
/** The first byte under an EVM node, whichever network it stands for. */
export const PREFIX = 0xff;

/** The tokens of the networks: what a transfer answers, and the decimals. */
export const TOKENS = [
  { name: 'the Tether of Ethereum', kind: USDT_KINDS.ethereum, decimals: 6 },
  { name: 'the Tether of TRON', kind: USDT_KINDS.tron, decimals: 6 },
  { name: 'an ordinary token of 18 decimals', kind: USDT_KINDS.ordinary, decimals: 18 },
] as const;

/** A new chain with a token and a factory; tests may pass a mutant of it. */
export async function startDepositWorld(
  { kind, decimals }: (typeof TOKENS)[number],
  contract: Deployable = FACTORY,
) {
  const world = await startTokenWorld(kind, decimals);
  const factory = await world.deploy(contract, [TREASURY]).catch(async (error: unknown) => {
    await world.stop();
    throw error;
  });
  const own = { prefix: PREFIX, factory, treasury: TREASURY };
  let salts = 0;
  const balance = async (holder: Hex, token = world.token) =>
    (await world.read(token, 'balanceOf', [holder])) as bigint;
  world.know(implementationOf(own), depositAddressAbi);

  return {
    ...world,
    contract,
    factory,
    /** A new salt and its address. */
    newAddress: (): { salt: Hex; address: Hex } => {
      salts += 1;
      const salt = pad(toHex(salts), { size: 32 });
      const address = depositAddressOf(own, salt);
      world.know(address, depositAddressAbi);
      return { salt, address };
    },
    implementation: implementationOf(own),
    balance,
    give: async (to: Hex, amount: bigint) => world.send(OWNER, world.token, 'mint', [to, amount]),
    sweepMany: async (salts: readonly Hex[], token = world.token, from = BUYER): Promise<Sent> =>
      world.send(from, factory, 'sweepMany', [token, salts]),
    sweep: async (address: Hex, token = world.token): Promise<Sent> =>
      world.send(BUYER, address, 'sweep', [token]),
    coin: async (holder: Hex) => BigInt(await world.rpc<Hex>('eth_getBalance', holder, 'latest')),
  };
}

export type DepositWorld = Awaited<ReturnType<typeof startDepositWorld>>;

let compiled: readonly CompiledContract[] | undefined;

/** A contract that only tests deploy. */
export function testToken(name: string): CompiledContract {
  compiled ??= compileSources({ 'Tokens.sol': readSource('testing/Tokens') }, { acceptWarnings: true })[
    'Tokens.sol'
  ]!;
  return compiled.find((one) => one.name === name)!;
}
