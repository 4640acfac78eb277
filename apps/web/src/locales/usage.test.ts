import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { catalogue as admin } from './en/admin/index.ts';
import { catalogue as shop } from './en/index.ts';
import { catalogue as address } from './en/address.ts';
import { home } from './en/home.ts';
import { orders } from './en/orders.ts';
import { catalogue as pay } from './en/pay.ts';
import { product } from './en/product.ts';
import { browse } from './en/browse.ts';
import { recharges } from './en/recharges.ts';
import { catalogue as service } from './en/service/index.ts';

const SOURCES = join(import.meta.dirname, '..');
const PLURAL = /_(zero|one|two|few|many|other)$/;

/** Every quoted text of the sources, and what template literals begin with. */
function textsOf(source: string): { whole: string[]; begun: string[] } {
  const whole = [...source.matchAll(/'([\w:.-]+)'/g)].map(([, text]) => text!);
  const begun = [...source.matchAll(/`([\w:.]+\.)\$\{/g)].map(([, text]) => text!);
  return { whole, begun };
}

const used = { whole: new Set<string>(), begun: new Set<string>() };
for (const file of globSync('**/*.{ts,tsx}', { cwd: SOURCES, exclude: ['locales/*/**', '**/*.test.*'] })) {
  const { whole, begun } = textsOf(readFileSync(join(SOURCES, file), 'utf8'));
  for (const text of whole) used.whole.add(text.replace(/^(address|admin|pay|service):/, ''));
  for (const text of begun) used.begun.add(text.replace(/^(address|admin|pay|service):/, ''));
}

const isUsed = (key: string): boolean =>
  used.whole.has(key) || [...used.begun].some((beginning) => key.startsWith(beginning));

function keysOf(group: object, path = ''): string[] {
  return Object.entries(group).flatMap(([name, value]) =>
    typeof value === 'string'
      ? [`${path}${name}`.replace(PLURAL, '')]
      : keysOf(value as object, `${path}${name}.`),
  );
}

// The error table's wording is looked up by name; the compiler holds it against the table.
const { errors: _, ...texts } = shop;
// So is that of findings.
const { findings: __, ...backOffice } = admin;

test.each([
  ['the shop', texts],
  ['the back office', backOffice],
  ['service', service],
  ['the home page', { home }],
  ['orders', { orders }],
  ['products', { product }],
  ['browsing products', { browse }],
  ['top-ups', { recharges }],
  ['payments', pay],
  ['own addresses', address],
])('every text of %s is shown somewhere', (_name, catalogue) => {
  expect(keysOf(catalogue).filter((key) => !isUsed(key))).toEqual([]);
});

test('a text that nothing shows is found', () => {
  expect(isUsed('shell.nav.home')).toBe(true);
  expect(isUsed('shell.nav.nowhere')).toBe(false);
});
