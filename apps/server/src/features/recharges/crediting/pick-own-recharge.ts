import type { IncomingPayment, RechargeRow } from '../recharges.sql.ts';
import { isNotOlder } from './find-paid-recharge.ts';

type Open = Pick<
  RechargeRow,
  | 'id'
  | 'chain_id'
  | 'wallet_address'
  | 'pay_amount_micro'
  | 'created_at'
  | 'head_at_creation'
  | 'is_requested'
  | 'tx_hash'
>;

/**
 * Which open top-up a payment to its buyer's own address answers: the one that shows it already; else the one of
 * exactly that amount that shows no other payment, otherwise the nearest, because exchanges take fees and wallets
 * round. A payment below the minimum answers only its exact amount, so that nobody ends a top-up with next to nothing.
 * One that was made for a payment is for its amount only. Null where none is open; the payment is then a top-up of its
 * own.
 */
export function pickOwnRecharge<R extends Open>(
  payment: IncomingPayment,
  open: readonly R[],
  minimumMicro: bigint,
): R | null {
  const amount = payment.amount_micro;
  const fitting = open.filter((one) => {
    const isExact = one.pay_amount_micro === amount;
    const isShown = one.tx_hash === payment.tx_hash;
    return (
      one.chain_id === payment.chain_id &&
      one.wallet_address === payment.to_address &&
      (isShown || one.tx_hash === null) &&
      (one.is_requested ? isNotOlder(payment, one) && (amount >= minimumMicro || isExact) : isExact)
    );
  });
  const [nearest] = fitting.toSorted((a, b) => {
    if (a.tx_hash !== b.tx_hash) return a.tx_hash === null ? 1 : -1;
    const difference = distance(a.pay_amount_micro, amount) - distance(b.pay_amount_micro, amount);
    return difference === 0n ? Number(a.id - b.id) : Number(difference);
  });
  return nearest ?? null;
}

const distance = (a: bigint, b: bigint): bigint => (a > b ? a - b : b - a);
