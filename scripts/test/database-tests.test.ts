import { expect, test } from 'vitest';
import { listDatabaseTests, takeInTurn } from './database-tests.ts';

test('tests that use the database are found, also by what they import', () => {
  const found = listDatabaseTests();
  expect(found).toEqual(
    expect.arrayContaining([
      'apps/server/src/testing/world.test.ts',
      'apps/server/src/multi-process-shop.test.ts',
      'apps/server/src/features/ledger/ledger.properties.test.ts',
    ]),
  );
  expect(found).not.toContain('apps/server/src/features/stock/import/check-line.test.ts');
});

const DIFFERENT = [
  'apps/server/src/multi-process-shop.test.ts',
  'apps/server/src/platform/db/process-session.test.ts',
  'apps/server/src/platform/db/upgrades/migrate.test.ts',
];

test.each([8, 9])(
  'a run in turn takes every file, on PostgreSQL each that differs there (seed %d)',
  (seed) => {
    const all = listDatabaseTests();
    const embedded = takeInTurn(all, seed, 'embedded');
    const postgres = takeInTurn(all, seed, 'postgres');
    expect([...new Set([...embedded, ...postgres])].toSorted()).toEqual(all);
    expect(postgres).toEqual(expect.arrayContaining(DIFFERENT));
    expect(embedded.length).toBeLessThan(all.length / 2 + 1);
    expect(postgres.length).toBeLessThan(all.length);
  },
);

test.each(['embedded', 'postgres'] as const)(
  'two runs in turn take every file on the %s database',
  (database) => {
    const all = listDatabaseTests();
    const both = new Set([...takeInTurn(all, 8, database), ...takeInTurn(all, 9, database)]);
    expect([...both].toSorted()).toEqual(all);
  },
);
