import { createSafeStorage } from '../../../lib/stored/safe-storage.ts';
import type { Attempt } from './attempt.ts';

const storage = createSafeStorage(() => sessionStorage);

/** One for each product: ordering another meanwhile must not lose the doubt about the first. */
const nameOf = (goodsId: string): string => `portside-unanswered-order-${goodsId}`;

/** Keeps an attempt nobody answered, so that a reloaded page sends the same one again and not a second. */
export function keepUnanswered(userId: string, attempt: Attempt): void {
  storage.setItem(nameOf(attempt.body.goods_id), JSON.stringify({ userId, attempt }));
}

export function forgetUnanswered(goodsId: string): void {
  storage.removeItem(nameOf(goodsId));
}

/** The unanswered attempt of this user for these goods, if there is one. */
export function findUnanswered(userId: string, goodsId: string): Attempt | undefined {
  const text = storage.getItem(nameOf(goodsId));
  if (typeof text !== 'string') return undefined;
  const kept = JSON.parse(text) as { userId: string; attempt: Attempt };
  return kept.userId === userId ? kept.attempt : undefined;
}
