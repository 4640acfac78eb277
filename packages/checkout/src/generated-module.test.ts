import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { compileContracts } from './compile-contracts.ts';
import { generatedModule } from './compile-sources.ts';

test('the committed modules are what the contracts compile to', () => {
  const modules = compileContracts().map(generatedModule);
  expect(modules.map(({ file }) => file)).toEqual([
    'checkout.ts',
    'usdt-lookalike.ts',
    'deposit-address.ts',
    'deposit-factory.ts',
  ]);
  for (const { file, text } of modules) {
    const committed = readFileSync(new URL(`./generated/${file}`, import.meta.url), 'utf8');
    expect(committed.replaceAll('\r\n', '\n') === text, `${file} is stale: npm run compile`).toBe(true);
  }
});
