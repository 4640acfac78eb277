import { existsSync, globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const SRC = resolve(import.meta.dirname, '../..');
const { resolve: find } = createRequire(import.meta.url);
const esmOf = (name: string) => join(dirname(find(`@mantine/${name}/styles.css`)), 'esm');
const CORE = esmOf('core');
const SHEETS = join(CORE, '../styles');

/** Names that a source text takes from a Mantine package. */
function namesFrom(text: string, from: string): string[] {
  const imports = text.matchAll(new RegExp(`import\\s*\\{([^}]*)\\}\\s*from\\s*["']${from}["']`, 'g'));
  return [...imports].flatMap(([, names]) =>
    names!.split(',').map((name) => name.trim().split(' as ')[0]!.trim()),
  );
}

/** A component's file and every file it is made of. */
function filesOf(file: string, seen: Set<string>): Set<string> {
  if (seen.has(file) || !existsSync(file)) return seen;
  seen.add(file);
  for (const [, target] of readFileSync(file, 'utf8').matchAll(/from "(\.[^"]+\.mjs)"/g))
    filesOf(resolve(dirname(file), target!), seen);
  return seen;
}

test('every Mantine component in use has its stylesheet in the first load', () => {
  const sources = globSync('**/*.tsx', { cwd: SRC }).map((file) => readFileSync(join(SRC, file), 'utf8'));
  const notifications = globSync('**/*.mjs', { cwd: esmOf('notifications') }).map((file) =>
    readFileSync(join(esmOf('notifications'), file), 'utf8'),
  );
  const used = new Set([...sources, ...notifications].flatMap((text) => namesFrom(text, '@mantine/core')));
  const files = globSync('components/**/*.mjs', { cwd: CORE });
  const seen = new Set<string>();
  for (const name of used)
    for (const file of files) if (file.endsWith(`/${name}.mjs`)) filesOf(join(CORE, file), seen);

  const needed = [...seen]
    .map((file) => /([^/]+)\.module\.mjs$/.exec(relative(CORE, file))?.[1])
    .filter((name) => name !== undefined && existsSync(join(SHEETS, `${name}.layer.css`)));
  const imported = readFileSync(join(import.meta.dirname, 'mantine.css'), 'utf8');
  expect(needed.length).toBeGreaterThan(10);
  expect([...new Set(needed)].filter((name) => !imported.includes(`/${name}.layer.css`))).toEqual([]);
});

test('the sheets stand in the order of the full one', () => {
  const full = readFileSync(join(CORE, '../styles.css'), 'utf8');
  const imported = readFileSync(join(import.meta.dirname, 'mantine.css'), 'utf8');
  const names = [...imported.matchAll(/styles\/([\w-]+)\.layer\.css/g)].map(([, name]) => name!);
  const placeOf = (name: string) => {
    const [firstClass] = /\.m_[0-9a-z]+/.exec(readFileSync(join(SHEETS, `${name}.css`), 'utf8')) ?? [''];
    return full.indexOf(firstClass);
  };
  expect(names).toEqual(names.toSorted((a, b) => placeOf(a) - placeOf(b)));
});
