import { isReservable } from '../reserved-amounts.ts';
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
 * The top-up that a transfer pays: the one named by the checkout contract, otherwise the one that reserved this exact
 * amount on this wallet and chain at the time of the block. Never matched by sender, since exchanges pay from any
 * address. Null without a certain match and for dust; also if two had the amount at that time: the shop never allows
 * that, so somebody changed one outside the shop.
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

const isReserved = (one: RechargeCandidate): boolean => one.is_reserved && isReservable(one.pay_amount_micro);

/** Whether the amount was this top-up's when the payment was made, as its MAC vouches for. */
const hadAmount = (one: RechargeCandidate, payment: IncomingPayment): boolean =>
  one.wallet_address === payment.to_address &&
  one.pay_amount_micro === payment.amount_micro &&
  isNotOlder(payment, one) &&
  payment.block_time <= one.reserved_until;

/**
 * Nobody may obtain an old payment by creating a top-up with its amount afterwards. Later by block number or by
 * time is enough: block numbers do not depend on clocks, and times do not depend on a head that was replaced.
 */
const isNotOlder = (
  payment: IncomingPayment,
  { created_at, head_at_creation }: Pick<RechargeCandidate, 'created_at' | 'head_at_creation'>,
): boolean => payment.block_number > head_at_creation || payment.block_time >= wholeSecond(created_at);

/** Block times are whole seconds. */
const wholeSecond = (time: Date): Date => new Date(Math.floor(time.getTime() / 1000) * 1000);

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

type Sums = Pick<RechargeRow, 'amount_micro' | 'accepted_micro' | 'credited_micro'>;

/**
 * How many micro-USDT a top-up still waits for: it is successful when the amount that its buyer chose has come, in one
 * payment or several, or what an admin accepted instead. 0 where nothing is missing.
 */
export function missingMicro({ amount_micro, accepted_micro, credited_micro }: Sums): bigint {
  const wanted = accepted_micro !== null && accepted_micro < amount_micro ? accepted_micro : amount_micro;
  return credited_micro < wanted ? wanted - credited_micro : 0n;
}
