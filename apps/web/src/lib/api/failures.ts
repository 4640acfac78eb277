import type { CallName } from '@portside/contract';
import type { ApiError } from './api-error.ts';

/** `askedAt`: when the call began, on the clock of `performance.now()`. `name`: which call, where that is known. */
type Listener = (error: ApiError, askedAt: number, name?: CallName) => void;

const listeners = new Set<Listener>();

/** Announces a failed call; the app shows a dialog, a page or a toast. */
export function announceFailure(error: ApiError, askedAt = performance.now(), name?: CallName): void {
  for (const listener of listeners) listener(error, askedAt, name);
}

/** Subscribes to failed calls; returns the unsubscribe function. */
export function onFailure(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
