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

test('two runs in turn take every file, and each what differs between the databases', () => {
  const all = listDatabaseTests();
  const [even, odd] = [takeInTurn(all, 8), takeInTurn(all, 9)];
  expect([...new Set([...even, ...odd])].toSorted()).toEqual(all);
  for (const taken of [even, odd]) {
    expect(taken.length).toBeLessThan(all.length);
    expect(taken).toEqual(
      expect.arrayContaining([
        'apps/server/src/multi-process-shop.test.ts',
        'apps/server/src/platform/db/process-session.test.ts',
        'apps/server/src/platform/db/upgrades/migrate.test.ts',
      ]),
    );
  }
});
