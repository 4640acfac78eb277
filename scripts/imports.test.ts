import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

/** Imports go down, events go up: the lists below are the order. */
const root = join(import.meta.dirname, '..');

/** Server features, lowest first: each may use those listed before it, through their index.ts only. */
const FEATURES = [
  'approvals',
  'settings',
  'ledger',
  'roles',
  'users',
  'notices',
  'audit',
  'agents',
  'suppliers',
  'redeem-codes',
  'user-imports',
  'sessions',
  'api-keys',
  'stock',
  'goods',
  'prices',
  'changes',
  'wallets',
  'payment-methods',
  'deposit-addresses',
  'deposits',
  'bonuses',
  'treasury',
  'sweeping',
  'alarms',
  'recharges',
  'orders',
  'restocks',
  'payouts',
  'statements',
  'support',
  'announcements',
  'documents',
  'webhooks',
  'checker',
  'storefronts',
  'reports',
  'notes',
  'saved-replies',
  'saved-views',
  'timelines',
  'search',
  'tasks',
  'setup',
  'live',
  'statistics',
  'sandbox',
];

/** Layers of the web, lowest first. */
const WEB = ['lib', 'locales', 'ui', 'features', 'areas', 'app'];

/** What a package may use of the others. */
const PACKAGES: Record<string, readonly string[]> = {
  // The networks' ids come from their records.
  contract: ['chain'],
  // Types only.
  client: ['contract'],
  chain: [],
  // Lines of accounts: how they are read, surveyed and written.
  accounts: ['contract'],
  // Deposit addresses follow from the published code and the chain's own rule.
  checkout: ['chain'],
  devchain: ['chain', 'checkout'],
  server: ['contract', 'client', 'accounts', 'chain', 'checkout', 'devchain'],
  web: ['contract', 'accounts', 'chain', 'checkout'],
  e2e: ['contract', 'accounts', 'devchain', 'checkout', 'chain'],
  bench: ['contract', 'accounts', 'chain', 'devchain', 'server'],
  trials: ['contract', 'accounts', 'chain', 'checkout', 'devchain', 'server'],
};

type Import = { readonly file: string; readonly target: string };

function importsOf(file: string): Import[] {
  const { module } = parseSync(file, readFileSync(join(root, file), 'utf8'));
  const requests = [
    ...module.staticImports.map((one) => one.moduleRequest.value),
    ...module.staticExports.flatMap((one) =>
      one.entries.flatMap((entry) => entry.moduleRequest?.value ?? []),
    ),
  ];
  return requests.map((request) => ({
    file,
    target: request.startsWith('.') ? relative(root, join(root, dirname(file), request)) : request,
  }));
}

const files = globSync('{apps,packages,e2e,bench,trials}/**/*.{ts,tsx}', {
  cwd: root,
  exclude: (path) => /node_modules|\/dist$|generated/.test(path),
}).filter((file) => !/\.(test|d)\.tsx?$|\/testing\//.test(file));
const imports = files.flatMap(importsOf);
const show = ({ file, target }: Import): string => `${file} -> ${target}`;

test('there is something to check', () => {
  expect(imports.length).toBeGreaterThan(300);
});

test('packages use only what stands below them', () => {
  const wrong = imports.filter(({ file, target }) => {
    const used =
      /^@portside\/([\w-]+)/.exec(target)?.[1] ?? /^(?:packages|apps)\/([\w-]+)\//.exec(target)?.[1];
    const own = /^(?:packages\/|apps\/)?([\w-]+)\//.exec(file)![1]!;
    return used !== undefined && used !== own && !PACKAGES[own]?.includes(used);
  });
  expect(wrong.map(show)).toEqual([]);
});

test('every server feature has its place in the order', () => {
  const folders = globSync('apps/server/src/features/*', { cwd: root }).map((path) =>
    path.split('/').at(-1)!,
  );
  expect(folders.toSorted()).toEqual(FEATURES.toSorted());
});

test('server features use lower ones only, by their index.ts', () => {
  const wrong = imports.filter(({ file, target }) => {
    const own = /features\/([\w-]+)\//.exec(file)?.[1];
    const used = /^apps\/server\/src\/features\/([\w-]+)\/(.*)$/.exec(target);
    if (!file.startsWith('apps/server/') || !own || !used || used[1] === own) return false;
    return used[2] !== 'index.ts' || FEATURES.indexOf(used[1]!) > FEATURES.indexOf(own);
  });
  expect(wrong.map(show)).toEqual([]);
});

test('the platform knows no feature', () => {
  const wrong = imports.filter(
    ({ file, target }) => file.startsWith('apps/server/src/platform/') && target.includes('src/features/'),
  );
  expect(wrong.map(show)).toEqual([]);
});

test('the web imports downwards, and its features do not know each other', () => {
  const layer = (path: string): number => WEB.indexOf(/^apps\/web\/src\/([\w-]+)/.exec(path)?.[1] ?? '');
  const feature = (path: string): string | undefined => /^apps\/web\/src\/features\/([\w-]+)/.exec(path)?.[1];
  const wrong = imports.filter(({ file, target }) => {
    if (layer(file) < 0 || layer(target) < 0) return false;
    const crosses = feature(file) && feature(target) && feature(file) !== feature(target);
    return layer(target) > layer(file) || crosses;
  });
  expect(wrong.map(show)).toEqual([]);
});

test('the contract and the chain code stay free of Node', () => {
  const wrong = imports.filter(
    ({ file, target }) => /^packages\/(contract|chain)\//.test(file) && target.startsWith('node:'),
  );
  expect(wrong.map(show)).toEqual([]);
});
