import type { ErrorName } from '@portside/contract';
import { wording } from '@portside/contract/error-wording';

/**
 * A verb's "no": a row of the one error table. Nothing was changed. `detail` goes to the log,
 * never to the caller.
 */
export class Refusal extends Error {
  readonly reason: ErrorName;

  constructor(reason: ErrorName, detail?: string) {
    super(detail ? `${wording[reason]} (${detail})` : wording[reason]);
    this.name = 'Refusal';
    this.reason = reason;
  }
}

export function refuse(reason: ErrorName, detail?: string): never {
  throw new Refusal(reason, detail);
}

/** A node, mail server or database that did not do its part; wrapped once, by the adapter that called it. */
export class OutsideFailure extends Error {
  constructor(what: string, cause: unknown) {
    super(`${what}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.name = 'OutsideFailure';
  }
}
