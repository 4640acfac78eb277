import type { Recharge } from '@portside/contract';
import { parseMicro } from '@portside/contract/wire/money';

const TAIL_DIGITS = 4;

/** "100.00432" → head "100.00", tail "4320": all six decimals; the last four identify the top-up. */
export function payAmountParts(payAmount: string): { head: string; tail: string } {
  const micro = parseMicro(payAmount);
  const whole = micro / 1_000_000n;
  const decimals = (micro % 1_000_000n).toString().padStart(6, '0');
  return { head: `${whole}.${decimals.slice(0, -TAIL_DIGITS)}`, tail: decimals.slice(-TAIL_DIGITS) };
}

type Asked = Pick<Recharge, 'pay_amount' | 'mode'>;

/**
 * What a buyer types to pay a top-up: all six decimals where the last digits identify it; to an own address, where they
 * mean nothing, at least two.
 */
export function amountToPay({ pay_amount: amount, mode }: Asked): string {
  if (mode === 'exact_amount') return exactAmount(amount);
  return exactAmount(amount).replace(/0{1,4}$/, '');
}

/** "100.00432" → "100.004320": as it is typed into a wallet or an exchange, whatever the reader's language. */
export function exactAmount(payAmount: string): string {
  const { head, tail } = payAmountParts(payAmount);
  return head + tail;
}
