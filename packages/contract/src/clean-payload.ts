/**
 * Removes null, undefined and '' recursively and drops what is empty then (specification, section 5).
 * Both sides use it: the page before it sends, the server before it checks.
 */
export function cleanPayload(value: unknown): unknown {
  if (value === null || value === '') return undefined;
  if (Array.isArray(value)) {
    const kept = value.map(cleanPayload).filter((item) => item !== undefined);
    return kept.length > 0 ? kept : undefined;
  }
  if (typeof value === 'object' && value !== undefined) {
    const kept = Object.entries(value)
      .map(([key, item]) => [key, cleanPayload(item)] as const)
      .filter(([, item]) => item !== undefined);
    return kept.length > 0 ? Object.fromEntries(kept) : undefined;
  }
  return value;
}
