import { expect, test } from 'vitest';
import { listDatabaseTests } from './database-tests.ts';

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
