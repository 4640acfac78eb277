import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errors, type ErrorName } from '@portside/contract';
import { parseSync, Visitor } from 'vite';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const sources = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', 'apps/server/src'],
  {
    cwd: root,
    encoding: 'utf8',
  },
)
  .trim()
  .split('\n')
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.includes('/testing/'));

/** The string literals in the server's source. */
function findTexts(): Set<unknown> {
  const texts = new Set<unknown>();
  for (const file of sources) {
    const { program } = parseSync(file, readFileSync(join(root, file), 'utf8'));
    new Visitor({ Literal: ({ value }) => void texts.add(value) }).visit(program);
  }
  return texts;
}

test('the server sends every error of the table but those that the specification reserves', () => {
  expect(sources.length).toBeGreaterThan(300);
  const texts = findTexts();
  const names = Object.keys(errors) as ErrorName[];
  const reserved = names.filter((name) => errors[name].isReserved);
  expect(names.filter((name) => !texts.has(name))).toEqual(reserved);
});
