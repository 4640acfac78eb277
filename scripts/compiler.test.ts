import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transform } from 'oxc-transform-react';
import { expect, test } from 'vitest';

const SRC = join(import.meta.dirname, '../apps/web/src');

/** Components compiled as in `vite.config.ts`, or with only types and JSX removed. */
async function compile(name: string, code: string, reactCompiler: object | false = {}): Promise<string> {
  const { code: compiled, fatal, errors } = await transform(name, code, { reactCompiler });
  expect(fatal, `${name}: ${errors[0]?.message}`).not.toBe(true);
  return compiled;
}

const bigintsOf = (code: string): string[] => code.match(/(?<![\w.])\d[\d_]*n\b/g) ?? [];

// Version 0.156 of the compiler wrote `undefined` instead, so amounts of money were wrong.
test('every bigint of our pages is still there once they are compiled', async () => {
  let seen = 0;
  for (const file of globSync('**/*.{ts,tsx}', { cwd: SRC })) {
    const source = readFileSync(join(SRC, file), 'utf8');
    if (file.includes('.test.') || bigintsOf(source).length === 0) continue;
    const wanted = bigintsOf(await compile(file, source, false));
    const found = bigintsOf(await compile(file, source));
    expect(found.toSorted(), file).toEqual(wanted.toSorted());
    seen += wanted.length;
  }
  expect(seen).toBeGreaterThan(20);
});

test('a compiled component has the values of its source', async () => {
  const compiled = await compile(
    'amounts.tsx',
    'export function Amount({ micro }: { micro: bigint }) { return <b>{String(micro > 10n ? micro - 5n : 0n)}{1_000.5}{/a+/.source}{`${micro}`}</b>; }',
  );
  expect(compiled).toContain('_c(');
  for (const value of ['10n', '5n', '0n', '1000.5', '/a+/', '`${micro}`']) expect(compiled).toContain(value);
});
