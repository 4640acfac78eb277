import { checkoutAbi, checkoutBytecode } from '../generated/checkout.ts';
import { USDT_KINDS } from '../usdt-kinds.ts';
import { type Deployable, startTokenWorld, TREASURY } from './token-world.ts';
import { type Hex, hexToBytes } from 'viem';

export { BUYER, OWNER, TREASURY } from './token-world.ts';

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
