import { networkRecords } from '@portside/chain/networks/registry';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'vite';
import { expect, test } from 'vitest';

/**
 * A network is one record (docs/decisions/0015-a-network-is-one-record.md): no other code names one, so that a new
 * network falls through nowhere.
 */
const root = join(import.meta.dirname, '..');

/** Files that may name a network, each with the reason. Tests and their helpers may name any: see below. */
const ALLOWED = [
  // The records themselves.
  /^packages\/chain\/src\/networks\/records\//,
  /^apps\/web\/src\/lib\/networks\//,
  // Texts: a network's time and fee in each language.
  /^apps\/web\/src\/locales\//,
];

const IDS = new Set<string>(networkRecords().map(({ id }) => id));
/** The site config's names of a network's addresses: derived from the records, so nothing else spells them out. */
const FIELDS = new Set(
  [...IDS].flatMap((id) => ['contract', 'wallet'].map((kind) => `${kind}_address_${id.toLowerCase()}`)),
);

type Node = { readonly type: string; readonly start: number; readonly [key: string]: unknown };

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** A name in the code: a string, a part of a template, a property, or text between tags. */
function nameIn(node: Node): string | null {
  const { type, name, value } = node;
  if (type === 'Literal' || type === 'JSXText') return typeof value === 'string' ? value.trim() : null;
  if (type === 'TemplateElement') return String((value as { cooked: unknown }).cooked);
  return type === 'Identifier' || type === 'JSXIdentifier' ? String(name) : null;
}

/** In SQL a name is quoted within a longer text. */
const namesIn = (text: string): string[] => [
  text,
  ...[...text.matchAll(/'(\w+)'/g)].map(([, name]) => name!),
];

/** Each place where the code names a network, as `line: name`. */
function networksNamed(file: string, text: string): string[] {
  const found: string[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (!isNode(value)) return;
    for (const name of namesIn(nameIn(value) ?? ''))
      if (IDS.has(name) || FIELDS.has(name))
        found.push(`${text.slice(0, value.start).split('\n').length}: ${name}`);
    Object.values(value).forEach(visit);
  };
  visit(parseSync(file, text).program);
  // A shorthand property is one word but two nodes.
  return [...new Set(found)];
}

const files = globSync('{apps,packages,scripts}/**/*.{ts,tsx,js}', {
  cwd: root,
  exclude: (path) => /node_modules|\/dist$|generated/.test(path),
})
  .filter((file) => !/\.(test|d)\.tsx?$|\/testing\//.test(file))
  .filter((file) => !ALLOWED.some((place) => place.test(file)));

test('there is something to check', () => {
  expect(files.length).toBeGreaterThan(800);
  expect(IDS.size).toBeGreaterThan(1);
});

test('no code outside the records names a network', () => {
  const named = files.flatMap((file) =>
    networksNamed(file, readFileSync(join(root, file), 'utf8')).map((place) => `${file}:${place}`),
  );
  expect(named).toEqual([]);
});

/** Each place where the code decides by a network's id, as `line: name`: another network would fall through. */
function networksCompared(file: string, text: string): string[] {
  const found: string[] = [];
  const { program } = parseSync(file, text);
  const check = (one: { readonly type: string; readonly start: number; readonly value?: unknown } | null) => {
    if (one?.type !== 'Literal' || typeof one.value !== 'string' || !IDS.has(one.value)) return;
    found.push(`${text.slice(0, one.start).split('\n').length}: ${one.value}`);
  };
  new Visitor({
    BinaryExpression({ left, right }) {
      check(left);
      check(right);
    },
    SwitchCase: ({ test: compared }) => check(compared),
  }).visit(program);
  return found;
}

const helpers = globSync(
  ['{e2e,trials,bench}/**/*.{ts,tsx,js}', '{apps,packages}/**/testing/**/*.{ts,tsx}'],
  {
    cwd: root,
    exclude: (path) => /node_modules|\/dist$/.test(path),
  },
).filter((file) => !/\.(test|spec|screens|d)\.tsx?$/.test(file));

test('what helps tests may name a network, and decides by its record or family', () => {
  expect(helpers.length).toBeGreaterThan(150);
  const compared = helpers.flatMap((file) =>
    networksCompared(file, readFileSync(join(root, file), 'utf8')).map((place) => `${file}:${place}`),
  );
  expect(compared).toEqual([]);
});

test('a planted comparison is found', () => {
  const text = "const a = 'TRON' !== network;\nswitch (type) {\n  case 'ETH': break;\n}\nopen('BSC');";
  expect(networksCompared('planted.ts', text)).toEqual(['1: TRON', '3: ETH']);
});

test.each([
  ["const isTron = network === 'TRON';", ['1: TRON']],
  ['switch (type) {\n  case "ETH": break;\n}', ['2: ETH']],
  ['const node = chains.TRON;', ['1: TRON']],
  ["const node = chains['ETH'];", ['1: ETH']],
  ['const usual: Record<Network, number> = { TRON: 2, ETH: 30 };', ['1: TRON', '1: ETH']],
  ['const isEth = type === `ETH`;', ['1: ETH']],
  ["const rows = sql`select id from deposits where network = 'ETH'`;", ['1: ETH']],
  ["type Network = 'TRON' | 'ETH';", ['1: TRON', '1: ETH']],
  ['const { wallet_address_tron } = config;', ['1: wallet_address_tron']],
  ['const choice = <Choice value="TRON" />;', ['1: TRON']],
  ['const choice = <option>ETH</option>;', ['1: ETH']],
  ["const family: Family = 'tron';\nconst say = 'On TRON nobody pays twice';", []],
])('a planted name is found: %j', (text, found) => {
  expect(networksNamed('planted.tsx', text)).toEqual(found);
});

test('every network of the code has a record for pages and its texts', async () => {
  const pages = globSync('apps/web/src/lib/networks/*.ts', { cwd: root });
  const named = pages.map((file) => readFileSync(join(root, file), 'utf8')).join('\n');
  for (const id of IDS) {
    expect(named).toContain(`id: '${id}'`);
    for (const file of globSync('apps/web/src/locales/*/recharges.ts', { cwd: root }))
      expect(readFileSync(join(root, file), 'utf8'), file).toContain(`${id}: {`);
  }
});

test('guides and documents name no network: they take its time from the texts of the top-up page', () => {
  const names = networkRecords().map(({ name }) => name);
  const files = globSync('apps/web/src/locales/*/{guides,documents}.ts', { cwd: root });
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) {
    const text = readFileSync(join(root, file), 'utf8');
    expect(
      names.filter((name) => text.includes(name)),
      file,
    ).toEqual([]);
  }
});
