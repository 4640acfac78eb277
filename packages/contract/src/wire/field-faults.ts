import * as z from 'zod/mini';

/** What can be wrong with a field; clients word it in the reader's language. */
const FAULTS = [
  'missing',
  'short',
  'long',
  'few',
  'many',
  'small',
  'large',
  'twice',
  'wrong',
  /** A number that may mean two: "1,000". `value` is how it was written. */
  'twoAmounts',
  /** Where a transaction's hash should be: an exchange's own number, an address, or a part of the hash. */
  'exchangeNumber',
  'address',
  'cut',
  /** Nothing exists with this `value`, or no field has this name. */
  'unknown',
  /** A distance from UTC where a place has to be named: programs read its sign in opposite ways. */
  'offset',
  /** Text that was not UTF-8. */
  'encoding',
  /** An address in a format that people on its network do not use. */
  'hex',
  /** A chain that none of the shop's nodes serves. */
  'unserved',
  /** A token whose decimals are not the `limit` that its network's token has. */
  'decimals',
  /** A contract that the nodes do not confirm to be the published one for this wallet. */
  'unproven',
  /** A wallet that is a buyer's deposit address: nobody has its key. */
  'ofBuyer',
  /** A token that is paused. */
  'paused',
  /** A token superseded by another contract. */
  'replaced',
  /** A token that takes a fee from each transfer. */
  'fee',
  /** A wallet that the token has blacklisted. */
  'blocked',
  /** A part that cannot be done, so nothing was: `code` says why. */
  'refused',
] as const;

/** A field of the body (`price_tiers.0.price`), the query or a header, what is wrong with it, and the violated limit, if any. */
export const FieldFault = z.object({
  field: z.string(),
  fault: z.enum(FAULTS),
  limit: z.optional(z.number()),
  /** The rejected text, in case the caller no longer has it. */
  value: z.optional(z.string()),
  /** The row of the error table, with `refused`. */
  code: z.optional(z.int()),
});
export type FieldFault = z.infer<typeof FieldFault>;

/** An issue as a schema reports it. */
export type Issue = {
  readonly path: readonly PropertyKey[];
  readonly code?: string | undefined;
  readonly origin?: unknown;
  readonly minimum?: unknown;
  readonly maximum?: unknown;
  /** Set by a schema that knows the fault by name. */
  readonly params?: { readonly fault?: unknown } | undefined;
};

/** Every item of a long list may be invalid; more faults than this would help no one. */
const MAX_FAULTS = 20;

const TOO_SMALL: Record<string, FieldFault['fault']> = { string: 'short', array: 'few' };
const TOO_BIG: Record<string, FieldFault['fault']> = { string: 'long', array: 'many' };

/** The faults of a body from its schema issues: the first found for each field. */
export function faultsOf(issues: readonly Issue[], body: unknown): FieldFault[] {
  const faults = new Map<string, FieldFault>();
  for (const issue of issues) {
    const field = issue.path.join('.');
    if (field !== '' && !faults.has(field)) faults.set(field, { field, ...faultOf(issue, body) });
  }
  return [...faults.values()].slice(0, MAX_FAULTS);
}

function faultOf(issue: Issue, body: unknown): Omit<FieldFault, 'field'> {
  const { code, origin, minimum, maximum, params } = issue;
  const value = valueAt(body, issue.path);
  if (isMissing(body, issue.path)) return { fault: 'missing' };
  const named = FAULTS.find((fault) => fault === params?.fault);
  if (named !== undefined) return { fault: named, ...(typeof value === 'string' && { value }) };
  if (code === 'too_small') return { fault: TOO_SMALL[String(origin)] ?? 'small', limit: Number(minimum) };
  if (code === 'too_big') return { fault: TOO_BIG[String(origin)] ?? 'large', limit: Number(maximum) };
  return { fault: 'wrong' };
}

/** Whether the value at that path is missing or blank. */
export function isMissing(body: unknown, path: readonly PropertyKey[]): boolean {
  const value = valueAt(body, path);
  return value === undefined || (typeof value === 'string' && value.trim() === '');
}

function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  let value = body;
  for (const key of path) value = (value as Record<PropertyKey, unknown> | null | undefined)?.[key];
  return value;
}
