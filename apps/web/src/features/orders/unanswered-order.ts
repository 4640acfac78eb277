import { createSafeStorage } from '../../lib/stored/safe-storage.ts';
import type { Attempt } from './attempt.ts';

const NAME = 'portside-unanswered-order';
const storage = createSafeStorage(() => sessionStorage);

/** Keeps an attempt nobody answered, so that a reloaded page sends the same one again and not a second. */
export function keepUnanswered(userId: string, attempt: Attempt): void {
  storage.setItem(NAME, JSON.stringify({ userId, attempt }));
}

export function forgetUnanswered(): void {
  storage.removeItem(NAME);
}

/** The unanswered attempt of this user for these goods, if there is one. */
export function findUnanswered(userId: string, goodsId: string): Attempt | undefined {
  const text = storage.getItem(NAME);
  if (typeof text !== 'string') return undefined;
  const kept = JSON.parse(text) as { userId: string; attempt: Attempt };
  return kept.userId === userId && kept.attempt.body.goods_id === goodsId ? kept.attempt : undefined;
}
