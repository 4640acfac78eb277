import type { ErrorName, FieldFault } from '@portside/contract';
import { wording } from '@portside/contract/wire/error-wording';

/**
 * A verb's "no": a row of the one error table. Nothing was changed. `detail` goes to the log,
 * never to the caller; `faults` tell the caller which fields of the call are at fault.
 */
export class Refusal extends Error {
  readonly reason: ErrorName;
  readonly faults: readonly FieldFault[];

  constructor(reason: ErrorName, detail?: string, faults: readonly FieldFault[] = []) {
    super(detail ? `${wording[reason]} (${detail})` : wording[reason]);
    this.name = 'Refusal';
    this.reason = reason;
    this.faults = faults;
  }
}

export function refuse(reason: ErrorName, detail?: string): never {
  throw new Refusal(reason, detail);
}

/** A "no" to one field of the call. */
export function refuseField(
  reason: ErrorName,
  field: string,
  fault: FieldFault['fault'],
  limit?: number,
): never {
  const found = { field, fault, ...(limit !== undefined && { limit }) };
  throw new Refusal(reason, `${field}: ${fault} ${limit ?? ''}`.trimEnd(), [found]);
}

/** A "no" to what one field of the call says, which the caller is told again. */
export function refuseValue(
  reason: ErrorName,
  field: string,
  fault: FieldFault['fault'],
  value: string,
): never {
  throw new Refusal(reason, `${field}: ${fault} ${JSON.stringify(value)}`, [{ field, fault, value }]);
}

/** A node, mail server or database that did not do its part; wrapped once, by the adapter that called it. */
export class OutsideFailure extends Error {
  constructor(what: string, cause: unknown) {
    super(`${what}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.name = 'OutsideFailure';
  }
}
