import { expect, test } from 'vitest';
import { listDatabaseTests, takeInTurn } from './database-tests.ts';

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
    expect(embedded.length).toBeLessThan(all.length * 0.6);
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
