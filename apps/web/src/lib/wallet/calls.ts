import { toUnits } from '@portside/chain/token/units';
import type { Hex, Payment } from './payment.ts';
import {
  depositAddressCode,
  depositFactoryCode,
  implementationOf,
  type DepositFactory,
} from '@portside/checkout/deposit-code';

/**
 * The only place that writes data for a buyer's wallet to sign, and all it can write: the shown transfer (which pays
 * agents too), an
 * allowance within a cap for the checkout, the payment through it, and the end of the allowance.
 */
export type Call = {
  readonly kind: 'transfer' | 'approve' | 'revoke' | 'pay';
  readonly to: Hex;
  readonly data: Hex;
};

declare const isChecked: unique symbol;
/** Micro-USDT that were checked against a cap. */
export type Allowance = bigint & { readonly [isChecked]: true };

// First four bytes of the hash of each function's signature; the tests compute them again.
const TRANSFER = 'a9059cbb';
const APPROVE = '095ea7b3';
const PAY = '7a95d837';
const BALANCE_OF = '70a08231';
const ALLOWANCE = 'dd62ed3e';

/** A million USDT: no cap of any wallet is larger, whatever a server says. */
const HIGHEST_CAP_MICRO = 1_000_000_000_000n;

/** Validates an allowance before a call is built with it. Throws above the cap, and on zero. */
export function allowanceWithin(amountMicro: bigint, capMicro: bigint): Allowance {
  if (amountMicro <= 0n) throw new RangeError('An allowance is more than nothing');
  if (amountMicro > capMicro) throw new RangeError('An allowance is within its cap');
  if (amountMicro > HIGHEST_CAP_MICRO) throw new RangeError('No allowance is larger than a million USDT');
  return amountMicro as Allowance;
}

type Transfer = Pick<Payment, 'token' | 'treasury' | 'amountMicro' | 'decimals'>;

export function transferCall({ token, treasury, amountMicro, decimals }: Transfer): Call {
  const data = encode(TRANSFER, word(treasury), usdt(amountMicro, decimals));
  return { kind: 'transfer', to: token, data };
}

export function approveCall(payment: Payment, allowance: Allowance): Call {
  const data = encode(APPROVE, word(checkoutOf(payment)), usdt(allowance, payment.decimals));
  return { kind: 'approve', to: payment.token, data };
}

export function revokeCall(payment: Payment): Call {
  return { kind: 'revoke', to: payment.token, data: encode(APPROVE, word(checkoutOf(payment)), amount(0n)) };
}

export function payCall(payment: Payment): Call {
  const { orderRef, amountMicro, decimals, deadline } = payment;
  const data = encode(PAY, word(orderRef), usdt(amountMicro, decimals), amount(deadline));
  return { kind: 'pay', to: checkoutOf(payment), data };
}

/** Reads, never signed. */
export const balanceQuery = (owner: Hex): Hex => encode(BALANCE_OF, word(owner));
export const allowanceQuery = (owner: Hex, spender: Hex): Hex =>
  encode(ALLOWANCE, word(owner), word(spender));

export function checkoutOf({ checkout }: Payment): Hex {
  if (checkout === null) throw new Error('This network has no checkout contract');
  return checkout;
}

const encode = (selector: string, ...words: string[]): Hex => `0x${selector}${words.join('')}`;

function word(hex: Hex): string {
  if (!/^0x([0-9a-f]{40}|[0-9a-f]{64})$/.test(hex)) throw new Error('An argument is an address or 32 bytes');
  return hex.slice(2).padStart(64, '0');
}

/** Micro-USDT as the token counts them. */
const usdt = (amountMicro: bigint, decimals: number): string =>
  paddedHex(toUnits(bounded(amountMicro), decimals));

const amount = (value: bigint): string => paddedHex(bounded(value));

const paddedHex = (value: bigint): string => value.toString(16).padStart(64, '0');

/** Eight bytes at most: a number without bound does not fit. */
function bounded(value: bigint): bigint {
  if (value < 0n || value >= 2n ** 64n) throw new RangeError('An amount has eight bytes at most');
  return value;
}

/**
 * Whether the code at a factory is, byte for byte, the published one with its treasury, and so is what its addresses
 * run. `codeAt` reads from a node, in lower case.
 */
export async function isPublished(
  codeAt: (address: Hex) => Promise<string>,
  factory: DepositFactory,
): Promise<boolean> {
  const [made, behind] = await Promise.all([codeAt(factory.factory), codeAt(implementationOf(factory))]);
  return made === depositFactoryCode(factory) && behind === depositAddressCode(factory.treasury);
}
