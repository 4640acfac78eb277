import { create2Address } from '@portside/chain/networks/create2-address';
import { concat, type Hex, pad } from 'viem';
import {
  depositAddressBytecode,
  depositAddressImmutables,
  depositAddressRuntimeTemplate,
} from './generated/deposit-address.ts';
import { depositFactoryImmutables, depositFactoryRuntimeTemplate } from './generated/deposit-factory.ts';

/** A factory of deposit addresses; everything else is computed from it, without asking the chain. */
export type DepositFactory = {
  /** First byte of an address's preimage, by network and chain (`create2PrefixOf`). */
  readonly prefix: number;
  readonly factory: Hex;
  readonly treasury: Hex;
};

/** The salt with which the factory's constructor deploys the code that all its addresses run. */
const IMPLEMENTATION_SALT: Hex = `0x${'0'.repeat(64)}`;

/** The address of the code that all addresses of a factory run. */
export const implementationOf = ({ prefix, factory, treasury }: DepositFactory): Hex =>
  create2Address({
    prefix,
    factory,
    salt: IMPLEMENTATION_SALT,
    initCode: concat([depositAddressBytecode, pad(treasury, { size: 32 })]),
  });

/** What creates each deposit address of a factory. */
const depositInitCode = (factory: DepositFactory): Hex =>
  concat(['0x3d602d80600a3d3981f3', cloneCode(implementationOf(factory))]);

/** The deposit address of a salt (32 bytes), in lower-case hex, deployed or not. */
export const depositAddressOf = (factory: DepositFactory, salt: Hex): Hex =>
  create2Address({ ...factory, salt, initCode: depositInitCode(factory) });

/** The exact runtime code, in lower-case hex, of a factory. */
export function depositFactoryCode(factory: DepositFactory): Hex {
  const { IMPLEMENTATION, PREFIX, TREASURY } = depositFactoryImmutables;
  const withTreasury = fillAddress(depositFactoryRuntimeTemplate, TREASURY, factory.treasury);
  const withImplementation = fillAddress(withTreasury, IMPLEMENTATION, implementationOf(factory));
  return fillByte(withImplementation, PREFIX, factory.prefix);
}

/** The exact runtime code behind all addresses of a treasury's factories. */
export const depositAddressCode = (treasury: Hex): Hex =>
  fillAddress(depositAddressRuntimeTemplate, depositAddressImmutables.TREASURY, treasury);

/** The exact runtime code of a deployed deposit address (EIP-1167). */
export const cloneCode = (implementation: Hex): Hex =>
  concat(['0x363d3d373d3d3d363d73', implementation, '0x5af43d82803e903d91602b57fd5bf3']);

/** A contract's runtime code with an address in place of an immutable. Throws when it is not 20 bytes. */
export function fillAddress(code: Hex, offsets: readonly number[], address: Hex): Hex {
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) throw new Error('An address has 20 bytes');
  return fillWord(code, offsets, address.slice(2).toLowerCase());
}

/** Like `fillAddress`, with a one-byte number. */
const fillByte = (code: Hex, offsets: readonly number[], byte: number): Hex =>
  fillWord(code, offsets, byte.toString(16).padStart(2, '0'));

function fillWord(code: Hex, offsets: readonly number[], digits: string): Hex {
  const word = digits.padStart(64, '0');
  let filled: Hex = code;
  for (const offset of offsets) {
    const start = 2 + offset * 2;
    filled = `0x${filled.slice(2, start)}${word}${filled.slice(start + word.length)}`;
  }
  return filled;
}
