/** One fact of an entry: what it was before and what it is after. */
export type Change = { readonly name: string; readonly before: string; readonly after: string };

const NOTHING = '–';

/** The facts of an entry side by side, in the order in which they were written. */
export function changesOf(before: unknown, after: unknown): Change[] {
  const [old, now] = [factsOf(before), factsOf(after)];
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  return names.map((name) => ({ name, before: wordOf(old[name]), after: wordOf(now[name]) }));
}

const factsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

const wordOf = (value: unknown): string =>
  typeof value === 'string' ? value || NOTHING : (JSON.stringify(value ?? undefined) ?? NOTHING);
