import { errorNameOf, type ErrorName } from '@portside/contract/wire/errors';
import type { CallName } from '@portside/contract';

/** A failed call: refused by the server, or unanswered (code 0). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The envelope's code; the HTTP status without an envelope; 0 without an answer. */
  readonly code: number;
  /** Name in the error table; undefined for an unknown code. */
  readonly errorName: ErrorName | undefined;

  /** `isBare`: there was no envelope, so a gateway's 502 or 504 is not one of our codes with these numbers. */
  constructor(code: number, serverMessage: string, options?: ErrorOptions & { isBare?: boolean }) {
    super(serverMessage, options);
    this.code = code;
    this.errorName = options?.isBare === true && code >= 500 ? undefined : errorNameOf(code);
  }
}

export const isRefusal = (error: unknown, ...names: ErrorName[]): error is ApiError =>
  error instanceof ApiError && error.errorName !== undefined && names.includes(error.errorName);

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

/** Refusals that a form shows at its fields: `names` keeps them out of the toasts, `find` returns the field. */
export function fieldRefusals<F extends string>(fields: Partial<Record<ErrorName, F>>) {
  const names = Object.keys(fields) as ErrorName[];
  function find(error: unknown): { field: F; refusal: ApiError } | undefined {
    if (!isRefusal(error, ...names)) return undefined;
    const field = error.errorName && fields[error.errorName];
    return field && { field, refusal: error };
  }
  return { names, find };
}
