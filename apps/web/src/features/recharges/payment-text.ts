import type { Recharge } from '@portside/contract';
import { parseMicro } from '@portside/contract/wire/money';
import { familyOf, recordOf, type Family } from '@portside/chain/networks/registry';
import { toUnits } from '@portside/chain/token/units';
import type { PayableRecharge } from '../../lib/networks/networks.ts';

const TAIL_DIGITS = 4;

/** "100.00432" → head "100.00", tail "4320": all six decimals; the last four identify the top-up. */
export function payAmountParts(payAmount: string): { head: string; tail: string } {
  const micro = parseMicro(payAmount);
  const whole = micro / 1_000_000n;
  const decimals = (micro % 1_000_000n).toString().padStart(6, '0');
  return { head: `${whole}.${decimals.slice(0, -TAIL_DIGITS)}`, tail: decimals.slice(-TAIL_DIGITS) };
}

type Asked = Pick<Recharge, 'pay_amount' | 'mode'>;

/** The amount that a buyer types: all six decimals if the last digits identify the top-up, else at least two. */
export function amountToPay({ pay_amount: amount, mode }: Asked): string {
  if (mode === 'exact_amount') return exactAmount(amount);
  return exactAmount(amount).replace(/0{1,4}$/, '');
}

/** "100.00432" → "100.004320": as it is typed into a wallet or an exchange, whatever the reader's language. */
export function exactAmount(payAmount: string): string {
  const { head, tail } = payAmountParts(payAmount);
  return head + tail;
}

type Payment = Pick<
  PayableRecharge,
  'type' | 'chain_id' | 'contract_address' | 'wallet_address' | 'pay_amount'
>;

/** EIP-681: contract, chain, receiver, and the amount in the token's own units. */
function ethereumUri(payment: Payment): string {
  const { contract_address: token, chain_id: chainId, wallet_address: wallet, pay_amount: amount } = payment;
  const units = toUnits(parseMicro(amount), recordOf(payment.type).token.decimals);
  return `ethereum:${token}@${chainId}/transfer?address=${wallet}&uint256=${units}`;
}

const URIS: Record<Family, (payment: Payment) => string | null> = {
  evm: ethereumUri,
  // No such link is agreed on.
  tron: () => null,
};

/** A link that fills a wallet in, or null on a network where there is none. */
export const paymentUri = (payment: Payment): string | null => URIS[familyOf(payment.type)](payment);

/** "TXk9ab…7cf3Qa": enough to recognise an address or hash, not enough to pay to it. */
export const shorten = (text: string, kept = 6): string =>
  text.length <= 2 * kept + 1 ? text : `${text.slice(0, kept)}…${text.slice(-kept)}`;

/** Slower than the block time of every network, with its usual delays. */
const PATIENCE_MS = 3 * 60_000;

/** Whether a payment that was named then should have been found by now. */
export const isLongAgo = (namedAt: string, nowMs: number): boolean =>
  nowMs - Date.parse(namedAt) > PATIENCE_MS;
