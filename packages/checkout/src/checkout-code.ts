import type { Hex } from 'viem';
import { checkoutImmutables, checkoutRuntimeTemplate } from './generated/checkout.ts';

/**
 * The exact runtime code, in lower-case hex, of a deployed Checkout with this token and treasury. The payment page
 * compares it with the code on the chain before an allowance is granted.
 */
export function checkoutCode(token: Hex, treasury: Hex): Hex {
  return fill(
    fill(checkoutRuntimeTemplate, checkoutImmutables.TOKEN, token),
    checkoutImmutables.TREASURY,
    treasury,
  );
}

function fill(code: Hex, offsets: readonly number[], address: Hex): Hex {
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) throw new Error('An address has 20 bytes');
  const word = address.slice(2).toLowerCase().padStart(64, '0');
  let filled: Hex = code;
  for (const offset of offsets) {
    const start = 2 + offset * 2;
    filled = `0x${filled.slice(2, start)}${word}${filled.slice(start + word.length)}`;
  }
  return filled;
}
