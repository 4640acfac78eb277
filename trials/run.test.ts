import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TRIALS } from './run.ts';

test('the README tells what every trial asks', () => {
  const text = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8');
  const explained = [...text.matchAll(/^\| `([a-z-]+)` /gm)].map(([, name]) => name!);
  expect(explained.toSorted()).toEqual(Object.keys(TRIALS).toSorted());
  const commands = [...text.matchAll(/trials\/run\.ts ([\w-]+)/g)].map(([, name]) => name!);
  expect([...new Set(commands)].filter((name) => !(name in TRIALS))).toEqual([]);
});
