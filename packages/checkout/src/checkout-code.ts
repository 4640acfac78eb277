import type { Hex } from 'viem';
import { fillAddress } from './deposit-code.ts';
import { checkoutImmutables, checkoutRuntimeTemplate, checkoutBytecode } from './generated/checkout.ts';
import { depositFactoryBytecode } from './generated/deposit-factory.ts';

/**
 * The exact runtime code, in lower-case hex, of a deployed Checkout with this token and treasury. The payment page
 * compares it with the code on the chain before an allowance is granted.
 */
export function checkoutCode(token: Hex, treasury: Hex): Hex {
  const withToken = fillAddress(checkoutRuntimeTemplate, checkoutImmutables.TOKEN, token);
  return fillAddress(withToken, checkoutImmutables.TREASURY, treasury);
}

const word = (address: Hex): string => address.slice(2).toLowerCase().padStart(64, '0');

/** Data of the transaction that deploys the published factory, whose addresses can only pay the treasury. */
export const factoryCreation = (treasury: Hex): Hex => `${depositFactoryBytecode}${word(treasury)}`;

/** Data of the transaction that deploys the published checkout, which can only pay the treasury. */
export const checkoutCreation = (token: Hex, treasury: Hex): Hex =>
  `${checkoutBytecode}${word(token)}${word(treasury)}`;
