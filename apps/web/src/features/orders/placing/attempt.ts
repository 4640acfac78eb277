import type { Gender } from '@portside/contract';
import { COUPON_REFUSALS, type ErrorName } from '@portside/contract/wire/errors';
import type { ApiError } from '../../../lib/api/api-error.ts';
import { randomKey } from '../../../lib/random-key.ts';

export type OrderBody = {
  readonly goods_id: string;
  readonly quantity: number;
  readonly gender: Gender;
  readonly email: string;
  readonly unit_price: string;
  readonly coupon?: string;
  readonly link_key?: string;
  /** What was shown with the coupon. */
  readonly total_amount?: string;
};

/** One attempt to buy, however often it is sent. */
export type Attempt<B = OrderBody> = { readonly idempotencyKey: string; readonly body: B };

/** A new attempt with its own idempotency key. */
export const newAttempt = <B>(body: B): Attempt<B> => ({ idempotencyKey: randomKey(), body });

/** The server gives these refusals only after looking for an order with the same key. */
const REFUSALS: ReadonlySet<ErrorName> = new Set<ErrorName>([
  'notFound',
  'notOnSale',
  'genderNotOffered',
  'quantityOutOfRange',
  'buyerLimitReached',
  'dailyLimitReached',
  'priceChanged',
  ...COUPON_REFUSALS,
  'balanceTooLow',
  'stockTooLow',
  'keyReused',
  'invalidFormat',
  'missingParameters',
]);

/** Refusals given before the order was looked at. */
const TURNED_AWAY: ReadonlySet<ErrorName> = new Set<ErrorName>([
  'notSignedIn',
  'accountFrozen',
  'tooManyTries',
]);

/**
 * What a failed attempt means. `refused`: the order does not exist and a changed one may be tried. `unchanged`:
 * nothing was decided about the order. Everything else, such as a gateway's 504, is `unanswered`: the order may
 * exist, so only the very same attempt may be sent again.
 */
export function verdictOf({ errorName }: ApiError): 'refused' | 'unchanged' | 'unanswered' {
  if (errorName === undefined) return 'unanswered';
  if (REFUSALS.has(errorName)) return 'refused';
  return TURNED_AWAY.has(errorName) ? 'unchanged' : 'unanswered';
}
