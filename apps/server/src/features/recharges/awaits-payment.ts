import { statusOf } from './recharge-states.ts';
import type { RechargeRow } from './recharges.sql.ts';

type Terms = Pick<RechargeRow, 'state' | 'is_reserved' | 'amount_micro' | 'pay_amount_micro'>;

/** A reserved amount always has digits beyond what the buyer chose. */
export const isToOwnAddress = ({ amount_micro, pay_amount_micro }: Terms): boolean =>
  amount_micro === pay_amount_micro;

/**
 * Whether a payment of a top-up may still come and count: it is open, or it ended unpaid while its amount is still
 * reserved for it. At the buyer's own address payments are credited without an end.
 */
export const awaitsPayment = (row: Terms): boolean =>
  statusOf(row.state) === 'recharging' ||
  ((row.state === 'expired' || row.state === 'cancelled') && (row.is_reserved || isToOwnAddress(row)));
