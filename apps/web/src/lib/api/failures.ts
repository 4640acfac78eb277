import type { ApiError } from './api-error.ts';

/** `askedAt`: start of the call, on the clock of `performance.now()`. */
type Listener = (error: ApiError, askedAt: number) => void;

const listeners = new Set<Listener>();

/** Announces a failed call; the app shows a dialog, a page or a toast. */
export function announceFailure(error: ApiError, askedAt = performance.now()): void {
  for (const listener of listeners) listener(error, askedAt);
}

/** Subscribes to failed calls; returns the unsubscribe function. */
export function onFailure(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
