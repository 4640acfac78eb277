import { findIntent, findKept, forgetIntent, keepIntent, type KeptIntent } from './order-intent.ts';
import { storedState } from './stored-state.ts';

/**
 * Takes the order out of storage before that is cleared, because the session has expired; the answer puts it back, for
 * whose session it was.
 */
export function saveIntent(): () => void {
  const intent = findIntent();
  const ownerId = storedState().user?.id;
  if (intent === null) return () => undefined;
  const kept: KeptIntent = ownerId === undefined ? { ...intent, email: null } : { ...intent, ownerId };
  return () => keepIntent(kept);
}

/** Somebody signs in: an order of somebody else, whose session expired in this tab, is forgotten. */
export function claimIntent(userId: string): void {
  const kept = findKept();
  if (kept?.ownerId === undefined) return;
  const { ownerId, ...intent } = kept;
  if (ownerId === userId) keepIntent(intent);
  else forgetIntent(intent.goodsId);
}
