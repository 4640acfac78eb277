/** Far deeper than any real call; a deeper payload is an attempt to exhaust the stack. */
const MOST_LEVELS = 20;

/**
 * Removes null, undefined and '' recursively, then empty arrays and objects (specification, section 5). Used by the
 * pages before sending and by the server before validating. Throws a RangeError on a payload nested too deeply.
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

/** Whether `cleanPayload` would change nothing, which saves the server a copy. Throws like it. */
export function isCleanPayload(value: unknown, levels = MOST_LEVELS): boolean {
  if (levels === 0) throw new RangeError('nested too deep');
  if (value === null || value === undefined || value === '') return false;
  if (typeof value !== 'object') return true;
  const items: unknown[] = Array.isArray(value) ? value : Object.values(value);
  return items.length > 0 && items.every((item) => isCleanPayload(item, levels - 1));
}
