import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PARTS, parseArguments, ROOT } from './parse-arguments.ts';
import { listDatabaseTests, listTrials, pickInTurn, takeInTurn, takeTrialsInTurn } from './tests-in-turn.ts';

const read = (...args: string[]) => parseArguments(args, ROOT);

test('without arguments everything runs, with --only one part', () => {
  expect(read()).toEqual({ kind: 'parts', parts: PARTS });
  expect(read('--only', 'unit')).toEqual({ kind: 'parts', parts: ['unit'] });
  expect(() => read('--only', 'units')).toThrow('--only takes one of types, lint, unit, browser');
  expect(() => read('--only')).toThrow('--only takes one of');
});

test('paths are told apart: journeys go to the browser', () => {
  expect(read('scripts/test', 'e2e/journeys/warranty-claim.spec.ts')).toEqual({
    kind: 'paths',
    units: ['scripts/test'],
    journeys: ['e2e/journeys/warranty-claim.spec.ts'],
  });
});

test('a path counts from where the caller stands, or from the root', () => {
  const inScripts = (path: string) => parseArguments([path], join(ROOT, 'scripts'));
  expect(inScripts('test')).toMatchObject({ units: ['scripts/test'] });
  expect(inScripts('trials')).toMatchObject({ units: ['trials'] });
  expect(() => inScripts('nowhere.test.ts')).toThrow('nowhere.test.ts: no such file or folder');
});

test('what changed counts from the last commit or the one that is named', () => {
  expect(read('--changed')).toEqual({ kind: 'changed', since: null });
  expect(read('--changed', 'main')).toEqual({ kind: 'changed', since: 'main' });
  expect(() => read('--changed', 'main', 'other')).toThrow('one commit at most');
});

test('what is not known is refused, not read as a path', () => {
  expect(() => read('--chagned')).toThrow('--chagned: no such file or folder');
});

test('tests that use the database are found, also by what they import', () => {
  const found = listDatabaseTests();
  expect(found).toEqual(
    expect.arrayContaining([
      'apps/server/src/testing/world.test.ts',
      'apps/server/src/compose/multi-process-shop.test.ts',
      'apps/server/src/features/ledger/ledger.properties.test.ts',
    ]),
  );
  expect(found).not.toContain('apps/server/src/features/stock/import/check-line.test.ts');
});

const DIFFERENT_ON_POSTGRES = [
  'apps/server/src/compose/multi-process-shop.test.ts',
  'apps/server/src/platform/db/process-session.test.ts',
  'apps/server/src/platform/db/migrate.test.ts',
];

/** Nothing in these races on the database. */
const SAME_ON_POSTGRES = [
  'apps/server/src/compose/edge.test.ts',
  'apps/server/src/features/live/stream-live.test.ts',
  'apps/server/src/features/statistics/statistics.test.ts',
];

/** Some networks on the one database, the others on the other. */
const WITH_EACH_NETWORK = [
  'apps/server/src/features/recharges/top-up.test.ts',
  'apps/server/src/features/treasury/treasury.test.ts',
];

test.each([8, 9])(
  'a run in turn takes every file, on both databases where it needs both, on PostgreSQL where it differs (seed %d)',
  (seed) => {
    const all = listDatabaseTests();
    const embedded = takeInTurn(all, seed, 'embedded');
    const postgres = takeInTurn(all, seed, 'postgres');
    expect([...new Set([...embedded, ...postgres])].toSorted()).toEqual(all);
    expect(postgres).toEqual(expect.arrayContaining([...DIFFERENT_ON_POSTGRES, ...WITH_EACH_NETWORK]));
    expect(embedded).toEqual(expect.arrayContaining(WITH_EACH_NETWORK));
    expect(SAME_ON_POSTGRES.filter((file) => embedded.includes(file) && postgres.includes(file))).toEqual([]);
    expect(embedded.length).toBeLessThan(all.length * 0.6);
    expect(postgres.length).toBeLessThan(all.length * 0.8);
  },
);

test.each(['embedded', 'postgres'] as const)(
  'four runs in turn take every file on the %s database',
  (database) => {
    const all = listDatabaseTests();
    const taken = new Set([8, 9, 10, 11].flatMap((seed) => takeInTurn(all, seed, database)));
    expect([...taken].toSorted()).toEqual(all);
  },
);

test('two runs in turn make every trial, each once', () => {
  const both = [8, 9].flatMap((seed) => takeTrialsInTurn(listTrials(), seed));
  expect(both.toSorted()).toEqual(listTrials());
  expect(both.length).toBeGreaterThan(15);
});

test('of what a trial tries in turn, the runs that make it take everything', () => {
  const seeds = Array.from({ length: 20 }, (_, seed) => seed);
  for (const trial of listTrials()) {
    const makeIt = seeds.filter((seed) => takeTrialsInTurn(listTrials(), seed).includes(trial));
    for (const all of [[0, 1] as const, [0, 1, 2, 3, 4] as const])
      expect(new Set(makeIt.map((seed) => pickInTurn(all, seed)))).toEqual(new Set(all));
  }
});
