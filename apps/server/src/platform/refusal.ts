import type { ErrorName, FieldFault } from '@portside/contract';
import { wording } from '@portside/contract/wire/error-wording';

/**
 * A use case refuses: a row of the error table, and nothing was changed. `detail` goes to the log only, never to the
 * caller; `faults` name the invalid fields of the call.
 */
export class Refusal extends Error {
  readonly reason: ErrorName;
  readonly faults: readonly FieldFault[];
  /** What the refused caller may do instead: a token for the few calls that it opens. */
  readonly pass: string | undefined;

  constructor(reason: ErrorName, detail?: string, faults: readonly FieldFault[] = [], pass?: string) {
    super(detail ? `${wording[reason]} (${detail})` : wording[reason]);
    this.name = 'Refusal';
    this.reason = reason;
    this.faults = faults;
    this.pass = pass;
  }
}

/** Ends the call with an answer of the error table; a transaction around it is rolled back. */
export function refuse(reason: ErrorName, detail?: string): never {
  throw new Refusal(reason, detail);
}

/** Refuses because of one field of the call; `limit` is the bound that it violates. */
export function refuseField(
  reason: ErrorName,
  field: string,
  fault: FieldFault['fault'],
  limit?: number,
): never {
  const found = { field, fault, ...(limit !== undefined && { limit }) };
  throw new Refusal(reason, `${field}: ${fault} ${limit ?? ''}`.trimEnd(), [found]);
}

/** A refusal of the value of one field, which the answer names. */
export function refuseValue(
  reason: ErrorName,
  field: string,
  fault: FieldFault['fault'],
  value: string,
): never {
  throw new Refusal(reason, `${field}: ${fault} ${JSON.stringify(value)}`, [{ field, fault, value }]);
}

/** A failure of a node, mail server or database, wrapped once by the adapter that called it. */
export class OutsideFailure extends Error {
  constructor(what: string, cause: unknown) {
    super(`${what}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.name = 'OutsideFailure';
  }
}

/** The server cannot start; the message is written for the operator. */
export class StartError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'StartError';
  }
}
