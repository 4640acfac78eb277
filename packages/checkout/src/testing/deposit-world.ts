import { depositAddressOf, implementationOf } from '../deposit-code.ts';
import { compileSources, type CompiledContract } from '../compile-sources.ts';
import { readSource } from '../compile-contracts.ts';
import { depositAddressAbi } from '../generated/deposit-address.ts';
import { depositFactoryAbi, depositFactoryBytecode } from '../generated/deposit-factory.ts';
import { type Hex, pad, toHex } from 'viem';
import { USDT_KINDS } from '../usdt-kinds.ts';
import { BUYER, type Deployable, OWNER, type Sent, startTokenWorld, TREASURY } from './token-world.ts';

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
