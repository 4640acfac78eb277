import type { Hex } from 'viem';

/** A contract's runtime code with an address in place of an immutable. Throws when it is not 20 bytes. */
export function fillAddress(code: Hex, offsets: readonly number[], address: Hex): Hex {
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) throw new Error('An address has 20 bytes');
  return fillWord(code, offsets, address.slice(2).toLowerCase());
}

/** Like `fillAddress`, with a one-byte number. */
export const fillByte = (code: Hex, offsets: readonly number[], byte: number): Hex =>
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
