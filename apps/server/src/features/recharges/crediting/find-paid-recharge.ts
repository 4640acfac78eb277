import { isReservable } from '../amount-tails.ts';
import type { IncomingPayment, RechargeRow } from '../recharges.sql.ts';

export type RechargeCandidate = Pick<
  RechargeRow,
  | 'chain_id'
  | 'wallet_address'
  | 'pay_amount_micro'
  | 'order_ref'
  | 'is_reserved'
  | 'created_at'
  | 'head_at_creation'
  | 'reserved_until'
  | 'state'
>;

/**
 * The top-up that a transfer pays: the one named by the checkout contract, otherwise the one that reserved this
 * exact amount on this wallet and chain at the time of the block. Never matched by sender, since exchanges pay
 * from any address. Null where there is no certain match, and for dust; also where two had the amount at that time, which
 * the shop never gives: one of them was released or taken back into the reservation outside the shop.
 */
export function findPaidRecharge<C extends RechargeCandidate>(
  payment: IncomingPayment,
  candidates: readonly C[],
): C | null {
  if (payment.amount_micro === 0n) return null;
  const onChain = candidates.filter((one) => one.chain_id === payment.chain_id);
  const named = onChain.find((one) => one.order_ref === payment.order_ref);
  if (named) return named;
  const [only, ...others] = onChain.filter((one) => hadAmount(one, payment));
  return only && others.length === 0 && isReserved(only) ? only : null;
}

const isReserved = (one: RechargeCandidate): boolean =>
  one.is_reserved && (isReservable(one.pay_amount_micro) || isOpen(one));

/** Whether the amount was this top-up's when the payment was made, as its MAC vouches for. */
const hadAmount = (one: RechargeCandidate, payment: IncomingPayment): boolean =>
  one.wallet_address === payment.to_address &&
  one.pay_amount_micro === payment.amount_micro &&
  isNotOlder(payment, one) &&
  payment.block_time <= one.reserved_until;

/** Older versions reserved any amount. One that was shown to a buyer who may be paying it now still counts. */
const isOpen = ({ state }: RechargeCandidate): boolean => state === 'waiting' || state === 'seen';

/**
 * Nobody may obtain an old payment by creating a top-up with its amount afterwards. Later by block number or by
 * time is enough: block numbers do not depend on clocks, and times do not depend on a head that was replaced.
 */
export const isNotOlder = (
  payment: IncomingPayment,
  { created_at, head_at_creation }: Pick<RechargeCandidate, 'created_at' | 'head_at_creation'>,
): boolean => payment.block_number > head_at_creation || payment.block_time >= wholeSecond(created_at);

/** Block times are whole seconds. */
const wholeSecond = (time: Date): Date => new Date(Math.floor(time.getTime() / 1000) * 1000);
