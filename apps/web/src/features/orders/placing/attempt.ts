import type { Gender } from '@portside/contract';
import type { ErrorName } from '@portside/contract/wire/errors';
import type { ApiError } from '../../../lib/api/api-error.ts';
import { randomKey } from '../../../lib/random-key.ts';
import { createSafeStorage } from '../../../lib/stored/safe-storage.ts';

export type OrderBody = {
  readonly goods_id: string;
  readonly quantity: number;
  readonly gender: Gender;
  readonly email: string;
  readonly unit_price: string;
};

/** One attempt to buy, however often it is sent. */
export type Attempt = { readonly idempotencyKey: string; readonly body: OrderBody };

/** A new attempt with its own idempotency key. */
export const newAttempt = (body: OrderBody): Attempt => ({ idempotencyKey: randomKey(), body });

/** Refusals that the server gives only after it has looked for an order with the same key. */
const REFUSALS: ReadonlySet<ErrorName> = new Set<ErrorName>([
  'notFound',
  'notOnSale',
  'genderNotOffered',
  'quantityOutOfRange',
  'priceChanged',
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

const storage = createSafeStorage(() => sessionStorage);

/** One entry per product: another order must not replace an unanswered one. */
const nameOf = (goodsId: string): string => `portside-unanswered-order-${goodsId}`;

/** Stores an unanswered attempt, so that a reloaded page repeats it instead of ordering again. */
export function keepUnanswered(userId: string, attempt: Attempt): void {
  storage.setItem(nameOf(attempt.body.goods_id), JSON.stringify({ userId, attempt }));
}

export function forgetUnanswered(goodsId: string): void {
  storage.removeItem(nameOf(goodsId));
}

/** This user's unanswered attempt for a product, if any. */
export function findUnanswered(userId: string, goodsId: string): Attempt | undefined {
  const text = storage.getItem(nameOf(goodsId));
  if (typeof text !== 'string') return undefined;
  const kept = JSON.parse(text) as { userId: string; attempt: Attempt };
  return kept.userId === userId ? kept.attempt : undefined;
}
