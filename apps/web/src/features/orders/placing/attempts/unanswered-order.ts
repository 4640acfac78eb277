import { createSafeStorage } from '../../../../lib/stored/safe-storage.ts';
import type { Attempt } from './attempt.ts';

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
