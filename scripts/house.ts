import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { parseSync, Visitor, type ParseResult } from 'vite';

/** The size of the source, and which noun has which endpoint. `node scripts/house.ts` prints it; tests hold it. */
const root = join(import.meta.dirname, '..');
const CONTRACT = 'packages/contract/src/';
const FEATURES = 'apps/server/src/features/';
/** Short files that one other file beside them uses are better read there. */
const SHORT = 45;

const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((file) => existsSync(join(root, file)));
/** Apps and packages, without tests, texts and what is generated. */
const source = tracked.filter(
  (file) =>
    /^(apps|packages)\/.*\.tsx?$/.test(file) && !/\.test\.|\/locales\/|\/generated\/|\.d\.ts$/.test(file),
);

/** What is right in a folder, files without `.ts`, as the repository has it. */
export const namesIn = (folder: string): string[] => [
  ...new Set(
    tracked
      .filter((file) => file.startsWith(`${folder}/`))
      .map((file) => file.slice(folder.length + 1).replace(/(?<=^[^/]*)\.ts$|\/.*/, '')),
  ),
];

const texts = new Map(source.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
const linesOf = (file: string): string[] => texts.get(file)!.split('\n').slice(0, -1);
const parsed = new Map<string, ParseResult>();
function parse(file: string): ParseResult {
  if (!parsed.has(file)) parsed.set(file, parseSync(file, texts.get(file)!));
  return parsed.get(file)!;
}

/** The source file that an import names; null for other packages. */
function targetOf(file: string, request: string): string | null {
  const [, name, path = 'index'] = /^@portside\/([\w-]+)(?:\/(.+))?$/.exec(request) ?? [];
  const target = request.startsWith('.')
    ? relative(root, join(root, dirname(file), request))
    : `packages/${name}/src/${path}.ts`;
  return texts.has(target) ? target : null;
}

/** Values that a file has from other source files, with `null` for a file that is only loaded; types do not count. */
function valuesOf(file: string): { readonly target: string; readonly name: string | null }[] {
  return parse(file).module.staticImports.flatMap(({ moduleRequest, entries }) => {
    const target = targetOf(file, moduleRequest.value);
    if (target === null) return [];
    if (entries.length === 0) return [{ target, name: null }];
    return entries
      .filter(({ isType }) => !isType)
      .map(({ importName }) => ({ target, name: importName.name ?? null }));
  });
}

/** The file that defines an exported name, through files that only pass it on. */
function homeOf(file: string, name: string): string | null {
  const entries = parse(file).module.staticExports.flatMap((one) => one.entries);
  const named = entries.find(({ exportName }) => exportName.name === name);
  if (named) {
    const passed = named.moduleRequest && targetOf(file, named.moduleRequest.value);
    return passed ? homeOf(passed, named.importName.name ?? name) : file;
  }
  for (const { moduleRequest, exportName } of entries) {
    const passed = exportName.kind === 'None' && moduleRequest ? targetOf(file, moduleRequest.value) : null;
    const home = passed && homeOf(passed, name);
    if (home) return home;
  }
  return null;
}

/** Every other file whose values `placeOrder` uses, directly or through others. */
export function reachedByPlaceOrder(): string[] {
  const reached = new Set([homeOf(`${FEATURES}orders/index.ts`, 'placeOrder')!]);
  for (const file of reached)
    for (const { target, name } of valuesOf(file))
      reached.add(name === null ? target : (homeOf(target, name) ?? target));
  return [...reached].slice(1);
}

/** Short files that one file in the same folder uses and no test of their own does; lazily loaded ones must be files. */
export function filesOfOneUser(): string[] {
  const users = new Map<string, Set<string>>();
  const lazy = new Set<string>();
  for (const file of source) {
    const { staticImports, staticExports, dynamicImports } = parse(file).module;
    const passed = staticExports.flatMap(({ entries }) => entries.flatMap((one) => one.moduleRequest ?? []));
    for (const { value } of [...staticImports.map((one) => one.moduleRequest), ...passed]) {
      const target = targetOf(file, value);
      if (target) users.set(target, (users.get(target) ?? new Set()).add(file));
    }
    for (const { moduleRequest: at } of dynamicImports) {
      const target = targetOf(file, texts.get(file)!.slice(at.start + 1, at.end - 1));
      if (target) lazy.add(target);
    }
  }
  return source.filter((file) => {
    const [user, second] = [...(users.get(file) ?? [])];
    const hasTest = tracked.some((one) => one.startsWith(`${file.replace(/\.tsx?$/, '')}.test.`));
    const isShort = linesOf(file).length <= SHORT && !lazy.has(file) && !hasTest;
    return isShort && user !== undefined && second === undefined && dirname(user) === dirname(file);
  });
}

/** Lines of import statements. */
function countImportLines(file: string): number {
  const { program } = parse(file);
  return program.body
    .filter((node) => node.type === 'ImportDeclaration')
    .reduce((sum, { start, end }) => sum + texts.get(file)!.slice(start, end).split('\n').length, 0);
}

type Home = { readonly contract: string; readonly server: string | undefined };

/** Of each endpoint, the noun that declares it and the one whose `…Routes` bind it: a file or a folder. */
export function nounsOfEndpoints(): ReadonlyMap<string, Home> {
  const nounIn = (file: string, folder: string): string => /^[\w-]+/.exec(file.slice(folder.length))![0];
  const [declared, bound] = [new Map<string, string>(), new Map<string, string>()];
  for (const file of source.filter((one) => one.startsWith(CONTRACT)))
    new Visitor({
      CallExpression({ callee, arguments: [table] }) {
        if (callee.type !== 'Identifier' || callee.name !== 'endpoints') return;
        if (table?.type !== 'ObjectExpression') return;
        for (const one of table.properties)
          if (one.type === 'Property' && one.key.type === 'Identifier')
            declared.set(one.key.name, nounIn(file, CONTRACT));
      },
    }).visit(parse(file).program);
  for (const file of source.filter((one) => one.startsWith(FEATURES))) {
    let isInRoutes = false;
    new Visitor({
      VariableDeclarator({ id }) {
        if (id.type === 'Identifier' && id.name.endsWith('Routes')) isInRoutes = true;
      },
      'VariableDeclarator:exit'({ id }) {
        if (id.type === 'Identifier' && id.name.endsWith('Routes')) isInRoutes = false;
      },
      Property({ key }) {
        if (isInRoutes && key.type === 'Identifier') bound.set(key.name, nounIn(file, FEATURES));
      },
    }).visit(parse(file).program);
  }
  return new Map([...declared].map(([name, contract]) => [name, { contract, server: bound.get(name) }]));
}

/** "listAllOrders" and "all-orders" as words, without the plural's ending. */
const wordsOf = (name: string): string[] =>
  name.split(/[-.]|(?=[A-Z])/).map((word) => word.toLowerCase().replace(/ies$/, 'y').replace(/s$/, ''));

/** Endpoints whose function is in a file that shares no word with it and is not named after its folder. */
function endpointsElsewhere(): string[] {
  const features = source.filter((file) => file.startsWith(FEATURES));
  const homes = features.flatMap((file) =>
    parse(file)
      .module.staticExports.flatMap(({ entries }) => entries)
      .filter(({ moduleRequest, exportName }) => !moduleRequest && exportName.name)
      .map(({ exportName }) => [exportName.name!, file] as const),
  );
  return [...nounsOfEndpoints().keys()].flatMap((name) => {
    const [, file] = homes.find(([exported]) => exported === name) ?? [];
    if (file === undefined || basename(file) === 'index.ts') return [];
    const [base, folder] = [basename(file, '.ts'), basename(dirname(file))];
    const own = wordsOf(base);
    const isNamed = base === folder || wordsOf(name).some((word) => own.some((one) => word.startsWith(one)));
    return isNamed ? [] : [`${name}: ${file}`];
  });
}

type Figure = { readonly what: string; readonly is: number; readonly most?: number; readonly least?: number };

/** The figures with their limits. */
export function measure(): Figure[] {
  const lengths = source.map((file) => linesOf(file).length).toSorted((a, b) => a - b);
  const lines = lengths.reduce((sum, one) => sum + one, 0);
  const imports = source.reduce((sum, file) => sum + countImportLines(file), 0);
  const elsewhere = [...nounsOfEndpoints().values()].filter(({ contract, server }) => contract !== server);
  return [
    { what: 'source files', is: source.length, most: 1_250 },
    { what: 'lines of the median file', is: lengths[lengths.length >> 1]!, least: 60 },
    { what: 'lines of a file on average', is: Math.round(lines / source.length), least: 80 },
    { what: 'lines of the longest file', is: lengths.at(-1)!, most: 400 },
    {
      what: `files of at most ${SHORT} lines with one user beside them`,
      is: filesOfOneUser().length,
      most: 40,
    },
    { what: 'import lines in percent', is: Math.round((1_000 * imports) / lines) / 10, most: 9 },
    { what: 'endpoints outside the folder of their noun', is: elsewhere.length, most: 0 },
    { what: 'endpoints in a file of another name', is: endpointsElsewhere().length, most: 10 },
    { what: 'modules that placeOrder reaches', is: reachedByPlaceOrder().length, most: 35 },
    { what: 'tracked files', is: tracked.length, most: 2_400 },
  ];
}

if (import.meta.main)
  for (const { what, is, most, least } of measure())
    process.stdout.write(
      `${String(is).padStart(6)}  ${what}, ${most === undefined ? `at least ${least}` : `at most ${most}`}\n`,
    );
