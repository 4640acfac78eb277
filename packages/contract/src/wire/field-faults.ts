import * as z from 'zod/mini';

/** What can be wrong with a field; each is worded in the reader's language by whoever shows it. */
export const FAULTS = [
  'missing',
  'short',
  'long',
  'few',
  'many',
  'small',
  'large',
  'twice',
  'wrong',
  /** `value` is nothing that there is. */
  'unknown',
  /** An address in a form that its network's people do not write. */
  'hex',
  /** A chain that none of the shop's nodes serves. */
  'unserved',
  /** A token that has not the `limit` decimals which its network's has. */
  'decimals',
] as const;

/** Names a field of a call's body (`price_tiers.0.price`), what is wrong with it, and the limit where there is one. */
export const FieldFault = z.object({
  field: z.string(),
  fault: z.enum(FAULTS),
  limit: z.optional(z.number()),
  /** What was written, where the caller may not know any more. */
  value: z.optional(z.string()),
});
export type FieldFault = z.infer<typeof FieldFault>;

/** As a schema tells it. */
export type Issue = {
  readonly path: readonly PropertyKey[];
  readonly code?: string | undefined;
  readonly origin?: unknown;
  readonly minimum?: unknown;
  readonly maximum?: unknown;
};

/** A list may be wrong in every line of it: nobody reads more. */
const MOST_FAULTS = 20;

const TOO_SMALL: Record<string, FieldFault['fault']> = { string: 'short', array: 'few' };
const TOO_BIG: Record<string, FieldFault['fault']> = { string: 'long', array: 'many' };

/** What a schema has against a call's body, field by field; each field once, by what was found first. */
export function faultsOf(issues: readonly Issue[], body: unknown): FieldFault[] {
  const faults = new Map<string, FieldFault>();
  for (const issue of issues) {
    const field = issue.path.join('.');
    if (field !== '' && !faults.has(field)) faults.set(field, { field, ...faultOf(issue, body) });
  }
  return [...faults.values()].slice(0, MOST_FAULTS);
}

function faultOf(issue: Issue, body: unknown): Omit<FieldFault, 'field'> {
  const { code, origin, minimum, maximum } = issue;
  if (isMissing(body, issue.path)) return { fault: 'missing' };
  if (code === 'too_small') return { fault: TOO_SMALL[String(origin)] ?? 'small', limit: Number(minimum) };
  if (code === 'too_big') return { fault: TOO_BIG[String(origin)] ?? 'large', limit: Number(maximum) };
  return { fault: 'wrong' };
}

/** Whether a call says nothing there: nothing at all, or blanks. */
export function isMissing(body: unknown, path: readonly PropertyKey[]): boolean {
  let value = body;
  for (const key of path) value = (value as Record<PropertyKey, unknown> | null | undefined)?.[key];
  return value === undefined || (typeof value === 'string' && value.trim() === '');
}
