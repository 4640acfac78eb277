import { statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');
export const PARTS = ['types', 'lint', 'unit', 'browser'] as const;
export type Part = (typeof PARTS)[number];

/** What one `npm test` is asked to run. */
export type Selection =
  | { readonly kind: 'parts'; readonly parts: readonly Part[] }
  /** Paths from the root; unit tests and journeys may be asked for together. */
  | { readonly kind: 'paths'; readonly units: readonly string[]; readonly journeys: readonly string[] }
  /** Tests what differs from `since`; null for what is not committed. */
  | { readonly kind: 'changed'; readonly since: string | null };

export const USAGE = `npm test                       all: types, lint, unit, browser
npm test -- --only PART        one of them
npm test -- PATH…              test files and folders; journeys by e2e/journeys/…
npm test -- --changed [SINCE]  what the changes since the last commit (or since SINCE) touch`;

/** Reads the arguments; throws if they are wrong. Paths are relative to `from`, or else the root. */
export function parseArguments(args: readonly string[], from: string): Selection {
  const [first, second] = args;
  if (first === undefined) return { kind: 'parts', parts: PARTS };
  if (first === '--only') {
    const part = PARTS.find((one) => one === second);
    if (!part || args.length > 2) throw new Error(`--only takes one of ${PARTS.join(', ')}`);
    return { kind: 'parts', parts: [part] };
  }
  if (first === '--changed') {
    if (args.length > 2) throw new Error('--changed takes one commit at most');
    return { kind: 'changed', since: second ?? null };
  }
  const paths = args.map((path) => pathFromRoot(path, from));
  const isJourney = (path: string): boolean => /^e2e(\/|$)/.test(path);
  return {
    kind: 'paths',
    units: paths.filter((path) => !isJourney(path)),
    journeys: paths.filter(isJourney),
  };
}

function pathFromRoot(path: string, from: string): string {
  const found = [resolve(from, path), resolve(ROOT, path)].find((one) =>
    statSync(one, { throwIfNoEntry: false }),
  );
  if (!found) throw new Error(`${path}: no such file or folder`);
  return relative(ROOT, found);
}
