import { Finding } from '@portside/contract';

/** One field of an entry, before and after; undefined if a side does not have it. */
export type Change = {
  /** Path with its parents: `terms.amount`. */
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly isChanged: boolean;
};

/** An entry's fields before and after, in the order in which they were recorded. */
export function changesOf(before: unknown, after: unknown): Change[] {
  const [old, now] = [flatten(before), flatten(after)];
  const paths = [...new Set([...old.keys(), ...now.keys()])];
  return paths.map((path) => {
    const change = { path, before: old.get(path), after: now.get(path) };
    return { ...change, isChanged: JSON.stringify(change.before) !== JSON.stringify(change.after) };
  });
}

/** Items removed from and added to a list; undefined if either side is not a list of texts. */
export function listChange(
  before: unknown,
  after: unknown,
): { removed: string[]; added: string[] } | undefined {
  const [old, now] = [wordsOf(before), wordsOf(after)];
  if (!old || !now) return undefined;
  return {
    removed: old.filter((word) => !now.includes(word)),
    added: now.filter((word) => !old.includes(word)),
  };
}

const wordsOf = (value: unknown): string[] | undefined =>
  Array.isArray(value) && value.every((one) => typeof one === 'string') ? value : undefined;

function flatten(value: unknown, path = ''): Map<string, unknown> {
  if (!isFacts(value)) return path === '' ? new Map() : new Map([[path, value]]);
  const parts = Object.entries(value).flatMap(([name, one]) => [
    ...flatten(one, path === '' ? name : `${path}.${name}`),
  ]);
  return new Map(parts);
}

const isFacts = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isFinding(value);

/** Whether a recorded value is a finding, which is one value and not several fields. */
export const isFinding = (value: unknown): value is Finding => Finding.safeParse(value).success;
