/** Far more than any call has; a payload that goes deeper is made to exhaust the stack. */
const MOST_LEVELS = 20;

/**
 * Removes null, undefined and '' recursively and drops what is empty then (specification, section 5).
 * Both sides use it: the page before it sends, the server before it checks. Throws RangeError on a payload
 * that is nested too deep.
 */
export function cleanPayload(value: unknown, levels = MOST_LEVELS): unknown {
  if (levels === 0) throw new RangeError('nested too deep');
  if (value === null || value === '') return undefined;
  if (Array.isArray(value)) {
    const kept = value.map((item) => cleanPayload(item, levels - 1)).filter((item) => item !== undefined);
    return kept.length > 0 ? kept : undefined;
  }
  if (typeof value === 'object' && value !== undefined) {
    const kept = Object.entries(value)
      .map(([key, item]) => [key, cleanPayload(item, levels - 1)] as const)
      .filter(([, item]) => item !== undefined);
    return kept.length > 0 ? Object.fromEntries(kept) : undefined;
  }
  return value;
}
