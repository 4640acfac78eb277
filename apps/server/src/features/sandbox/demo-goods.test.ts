import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DEMO_CATEGORIES } from './demo-goods.ts';

const APPS = join(import.meta.dirname, '../../../..');
/** What shops show that are no sandbox: the texts of pages, mails and page heads, and pages that are drawn ahead. */
const OF_EVERY_SHOP = [
  'web/src/{areas,locales,ui}/**/*.{ts,tsx}',
  'web/{index.html,public/*}',
  'server/src/page-heads/*.ts',
  'server/src/**/*.texts.ts',
];

test('no shop but a sandbox names the demo’s goods', () => {
  // Not the mailboxes: every shop has a word for them.
  const kinds = DEMO_CATEGORIES.slice(1).flatMap(({ name }) => Object.values(name));
  const makers = DEMO_CATEGORIES.flatMap(({ goods }) => goods.map(({ name }) => name.en.split(' ')[0]!));
  const files = globSync(OF_EVERY_SHOP, { cwd: APPS, exclude: (path) => path.includes('.test.') });
  expect(files.length).toBeGreaterThan(100);
  const found = files.flatMap((file) => {
    const text = readFileSync(join(APPS, file), 'utf8').toLowerCase();
    return [...kinds, ...makers]
      .filter((name) => text.includes(name.toLowerCase()))
      .map((name) => [file, name]);
  });
  expect(found).toEqual([]);
});
