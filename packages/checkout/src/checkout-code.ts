import type { Hex } from 'viem';
import { checkoutImmutables, checkoutRuntimeTemplate } from './generated/checkout.ts';

/**
 * The exact code, lower-case hex, that stands at the address of a Checkout with this token and treasury.
 * Whoever is about to allow USDT to a checkout compares it with what the chain has there.
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
