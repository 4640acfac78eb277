import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from './parse-arguments.ts';

/** The file from which tests get the database of TEST_DATABASE_URL. */
const NAMES_DATABASE = /TEST_DATABASE_URL/;
const IMPORT = /^(?:import|export)\s(?:[^;]*?\sfrom\s)?'(\.[^']+)';/gm;
const TYPES_ONLY = /^(?:import|export) type /;

/** Their calls are refused before any statement, or made by a program without a database. */
const WITHOUT_STATEMENTS = /(?:endpoint-rules\/authorization|commands\/sweep)\.test\.ts$/;

/**
 * Concurrent connections behave differently on the databases, and so do a server's roles; whatever names the setting
 * may run on a server only. What a test only prepares or reads has no need to be concurrent: `Array.fromAsync`.
 */
const DIFFERS_ON_POSTGRES = /Promise\.all|isOnPostgres|AsShopRole|TEST_DATABASE_URL/;
/** Their concurrent calls meet in this process, before any statement: in a cache, a stream or the keyring. */
const MEETS_IN_PROCESS = /(?:compose\/edge|live\/stream-live|stock\/items|http\/http)\.test\.ts$/;
/** These try some of the networks on one database, and the rest on the other. */
const NEEDS_BOTH = /networksHere/;

/**
 * The `files` that a run tries on `database`; the run with the same seed on the other one tries the rest. With the next
 * seed they change places. What differs on PostgreSQL is tried there each time, and on the embedded database, which has
 * one connection, with one seed of four.
 */
export const takeInTurn = (
  files: readonly string[],
  seed: number,
  database: 'embedded' | 'postgres',
): string[] =>
  files.filter((file, place) => {
    const text = readFileSync(join(ROOT, file), 'utf8');
    if (NEEDS_BOTH.test(text)) return true;
    if (DIFFERS_ON_POSTGRES.test(text) && !MEETS_IN_PROCESS.test(file))
      return database === 'postgres' || (place + seed) % 4 === 0;
    return ((place + seed) % 2 === 0) === (database === 'postgres');
  });

/**
 * The trials that a run makes: those whose kills, histories and calls differ with each run anyhow take half of the whole
 * check's time. An odd and an even seed together make all.
 */
export const takeTrialsInTurn = (trials: readonly string[], seed: number): string[] =>
  trials.filter((_, place) => (place + seed) % 2 === 0);

/**
 * What a run with that seed takes of `all`: over the runs everything. Not by the seed's last bit, which already decides
 * whether a trial is made.
 */
export const pickInTurn = <T>(all: readonly [T, ...T[]], seed: number, place = 0): T =>
  all[((seed >> 1) + place) % all.length]!;

export const listTrials = (): string[] => globSync('trials/*.test.ts', { cwd: ROOT }).toSorted();

/** Server tests that use its database, from the root: they, or what they import, name its setting. */
export function listDatabaseTests(): string[] {
  const uses = new Map<string, boolean>();
  const usesDatabase = (file: string): boolean => {
    const known = uses.get(file);
    if (known !== undefined) return known;
    // Handles files that import each other.
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
