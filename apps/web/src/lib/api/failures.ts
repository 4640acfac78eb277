import type { ApiError } from './api-error.ts';

type Listener = (error: ApiError) => void;

const listeners = new Set<Listener>();

/** Tells the application about a failed call; it decides on a dialog, a page or a toast. */
export function announceFailure(error: ApiError): void {
  for (const listener of listeners) listener(error);
}

/** Listens to failed calls; answers how to stop. */
export function onFailure(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
