import type { Hex } from 'viem';
import { fillAddress } from './deposit-code.ts';
import { checkoutImmutables, checkoutRuntimeTemplate } from './generated/checkout.ts';

/**
 * The exact runtime code, in lower-case hex, of a deployed Checkout with this token and treasury. The payment page
 * compares it with the code on the chain before an allowance is granted.
 */
export function checkoutCode(token: Hex, treasury: Hex): Hex {
  const withToken = fillAddress(checkoutRuntimeTemplate, checkoutImmutables.TOKEN, token);
  return fillAddress(withToken, checkoutImmutables.TREASURY, treasury);
}
