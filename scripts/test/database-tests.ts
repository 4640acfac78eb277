import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from './parse-arguments.ts';

/** Where tests come by the database that TEST_DATABASE_URL names. */
const NAMES_DATABASE = /TEST_DATABASE_URL/;
const IMPORT = /^(?:import|export)\s(?:[^;]*?\sfrom\s)?'(\.[^']+)';/gm;
const TYPES_ONLY = /^(?:import|export) type /;

/** What these try is refused before any statement of its own, or done by a program that has no database. */
const WITHOUT_STATEMENTS = /(?:endpoint-rules\/authorization|commands\/sweep)\.test\.ts$/;

/**
 * What several connections do at once differs between the databases, and so do a server's roles; what names the setting
 * may run on a server only.
 */
const DIFFERS_ON_POSTGRES = /Promise\.all|isOnPostgres|AsShopRole|TEST_DATABASE_URL/;
/** These try some of the networks on one database, and the rest on the other. */
const NEEDS_BOTH = /networksHere/;

/**
 * Those of `files` that a run in turn tries on `database`, where the run with the same seed on the other takes the rest:
 * half of them on each, by whether `seed` is odd; on PostgreSQL also every one that differs there, and on both what
 * needs both. Over an even and an odd seed each is tried on both.
 */
export const takeInTurn = (
  files: readonly string[],
  seed: number,
  database: 'embedded' | 'postgres',
): string[] =>
  files.filter((file, place) => {
    if (((place + seed) % 2 === 0) === (database === 'postgres')) return true;
    const text = readFileSync(join(ROOT, file), 'utf8');
    return NEEDS_BOTH.test(text) || (database === 'postgres' && DIFFERS_ON_POSTGRES.test(text));
  });

/** Test files of the server, from the root, that use its database: they, or what they import, name its setting. */
export function listDatabaseTests(): string[] {
  const uses = new Map<string, boolean>();
  const usesDatabase = (file: string): boolean => {
    const known = uses.get(file);
    if (known !== undefined) return known;
    // For those that import each other.
    uses.set(file, false);
    const text = readFileSync(file, 'utf8');
    const found = NAMES_DATABASE.test(text) || importsOf(file, text).some(usesDatabase);
    uses.set(file, found);
    return found;
  };
  return globSync('apps/server/src/**/*.test.ts', { cwd: ROOT })
    .filter((file) => !WITHOUT_STATEMENTS.test(file) && usesDatabase(join(ROOT, file)))
    .toSorted();
}

const importsOf = (file: string, text: string): string[] =>
  [...text.matchAll(IMPORT)]
    .filter(([statement]) => !TYPES_ONLY.test(statement))
    .map(([, path]) => join(dirname(file), path!))
    .filter((path) => path.endsWith('.ts') && existsSync(path));
