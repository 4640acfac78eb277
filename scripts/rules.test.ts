import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parseSync, Visitor } from 'vite';
import { expect, test } from 'vitest';

/** Repository rules that the linter cannot express. Sizes of files and functions, and cycles: .oxlintrc.json. */
const root = join(import.meta.dirname, '..');
const MOST_FILES = 40;

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .trim()
  .split('\n');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const isIndex = (file: string): boolean => /^apps\/server\/src\/features\/[^/]+\/index\.ts$/.test(file);

test(`no folder holds more than ${MOST_FILES} files`, () => {
  const full = [...Map.groupBy(files, (file) => dirname(file))]
    .filter(([, inside]) => inside.length > MOST_FILES)
    .map(([folder, inside]) => `${folder}: ${inside.length}`);
  expect(full).toEqual([]);
});

/** SQL stands neither in an `index.ts` nor in what composes the server. */
const MAY_HOLD_SQL =
  /^apps\/server\/src\/(commands|testing|platform|features)\/(?!.*\/index\.ts$)|\.(sql|test)\.ts$/;
const BUILDERS = new Set(['selectFrom', 'insertInto', 'updateTable', 'deleteFrom']);

function holdsSql(file: string): boolean {
  let isFound = false;
  const { program } = parseSync(file, read(file));
  new Visitor({
    TaggedTemplateExpression(node) {
      if (node.tag.type === 'Identifier' && node.tag.name === 'sql') isFound = true;
    },
    CallExpression({ callee }) {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      if (BUILDERS.has(callee.property.name)) isFound = true;
    },
  }).visit(program);
  return isFound;
}

test('SQL stands in features, the platform and commands, not in an index.ts', () => {
  const server = files.filter((file) => /^apps\/server\/src\/.*\.ts$/.test(file));
  expect(server.filter((file) => holdsSql(file)).length).toBeGreaterThan(50);
  expect(server.filter((file) => !MAY_HOLD_SQL.test(file) && holdsSql(file))).toEqual([]);
});

/**
 * `endpoint: … useCase(…)`: the bound expressions of an index.ts in which no function of the endpoint's name is used.
 */
function misnamed(file: string): string[] {
  const wrong: string[] = [];
  const { program } = parseSync(file, read(file));
  /** Whether the use case itself is used, not just its parameters. */
  const names = (node: unknown, name: string): boolean => {
    let isNamed = false;
    new Visitor({
      Identifier(identifier) {
        if (identifier.name === name) isNamed = true;
      },
    }).visit({ ...program, body: [{ type: 'ExpressionStatement', expression: node }] } as never);
    return isNamed;
  };
  new Visitor({
    TSSatisfiesExpression({ expression }) {
      const table = expression.type === 'ParenthesizedExpression' ? expression.expression : expression;
      if (table.type !== 'ObjectExpression') return;
      for (const property of table.properties) {
        if (property.type !== 'Property' || property.key.type !== 'Identifier') continue;
        if (!names(property.value, property.key.name)) wrong.push(`${file}: ${property.key.name}`);
      }
    },
  }).visit(program);
  return wrong;
}

test('an endpoint is bound to the use case of its name', () => {
  const indexes = files.filter(isIndex);
  expect(indexes.filter((file) => read(file).includes('satisfies Partial<Routes>')).length).toBeGreaterThan(
    15,
  );
  expect(indexes.flatMap(misnamed)).toEqual([]);
});

/** Exported functions of a file, each with whether a comment states its contract. */
function exportedFunctions(file: string): Map<string, boolean> {
  const text = read(file);
  const found = new Map<string, boolean>();
  const { program } = parseSync(file, text);
  for (const node of program.body) {
    if (node.type !== 'ExportNamedDeclaration' || node.declaration === null) continue;
    const { declaration } = node;
    const isDocumented = text.slice(0, node.start).trimEnd().endsWith('*/');
    if (declaration.type === 'FunctionDeclaration') found.set(declaration.id!.name, isDocumented);
    if (declaration.type !== 'VariableDeclaration') continue;
    for (const { id, init } of declaration.declarations)
      if (id.type === 'Identifier' && init?.type === 'ArrowFunctionExpression')
        found.set(id.name, isDocumented);
  }
  return found;
}

/** What a file imports or re-exports from its own feature, by the defining file. */
function namesFrom(file: string): [string, string][] {
  const names: [string, string][] = [];
  for (const node of parseSync(file, read(file)).program.body) {
    const isFrom = node.type === 'ImportDeclaration' || node.type === 'ExportNamedDeclaration';
    if (!isFrom || !node.source?.value.startsWith('./')) continue;
    for (const one of node.specifiers) {
      if (one.type === 'ExportSpecifier' && one.local.type === 'Identifier')
        names.push([join(dirname(file), node.source.value), one.local.name]);
      if (one.type === 'ImportSpecifier' && one.imported.type === 'Identifier')
        names.push([join(dirname(file), node.source.value), one.imported.name]);
    }
  }
  return names;
}

test('what a feature shows to others, and what its endpoints call, has a contract comment', () => {
  const indexes = files.filter(isIndex);
  expect(indexes.length).toBeGreaterThan(20);
  const without = indexes
    .flatMap(namesFrom)
    .filter(([file, name]) => exportedFunctions(file).get(name) === false)
    .map(([file, name]) => `${file}: ${name}`);
  expect([...new Set(without)]).toEqual([]);
});

test('events are listened to in the index.ts of a feature, or where it names its listener', () => {
  const feature = files.filter((file) => /^apps\/server\/src\/features\/.*(?<!\.test)\.ts$/.test(file));
  const listening = feature.filter((file) => /\bevents\.on\(/.test(read(file)));
  expect(listening.filter(isIndex).length).toBeGreaterThan(5);
  const isNamed = (file: string): boolean => /export function on[A-Z]\w+\(events: Events/.test(read(file));
  expect(listening.filter((file) => !isIndex(file) && !isNamed(file))).toEqual([]);
});

/** `place-order.ts` exports `placeOrder`, and `deliver-order.job.ts` `deliverOrder`. */
const isUseCaseOf = (file: string, name: string): boolean =>
  basename(file).replace(/(\.job)?\.ts$/, '') ===
  name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

test('every function of the chain and contract packages, and every use case of a feature, has a contract comment', () => {
  const own = files.filter(
    (file) => file.endsWith('.ts') && !/\.test\.ts$|\/testing\/|\/generated\//.test(file),
  );
  const inPackages = own.filter((file) => /^packages\/(chain|contract)\/src\//.test(file));
  const inFeatures = own.filter((file) => file.startsWith('apps/server/src/features/'));
  expect(Math.min(inPackages.length, inFeatures.length)).toBeGreaterThan(60);
  const without = [...inPackages, ...inFeatures].flatMap((file) =>
    [...exportedFunctions(file)]
      .filter(
        ([name, isDocumented]) => !isDocumented && (inPackages.includes(file) || isUseCaseOf(file, name)),
      )
      .map(([name]) => `${file}: ${name}`),
  );
  expect(without).toEqual([]);
});

test('every advisory lock has a number of its own', () => {
  const numbers = files
    .filter((file) => /^apps\/server\/src\/.*\.ts$/.test(file))
    .flatMap((file) => [...read(file).matchAll(/const \w+_LOCK = ([\d_]+);/g)].map(([, number]) => number!));
  expect(numbers.length).toBeGreaterThan(6);
  expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
});

test('documents name files that exist', () => {
  const missing = files
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) =>
      [...read(file).matchAll(/`([\w./-]+\.(?:tsx?|sql|js|sol))`/g)]
        .map(([, name]) => name!)
        .filter((name) => !files.some((known) => known === name || known.endsWith(`/${name}`)))
        .map((name) => `${file}: ${name}`),
    );
  expect(missing).toEqual([]);
});

/** The device's time, however it is asked for. */
function asksDevice(file: string): boolean {
  let isFound = false;
  const isDate = (node: { type: string }) =>
    node.type === 'Identifier' && 'name' in node && node.name === 'Date';
  const { program } = parseSync(file, read(file));
  new Visitor({
    NewExpression({ callee, arguments: given }) {
      if (isDate(callee) && given.length === 0) isFound = true;
    },
    CallExpression({ callee, arguments: given }) {
      if (callee.type === 'Identifier' && ['Date', 'dayjs'].includes(callee.name) && given.length === 0)
        isFound = true;
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      if (isDate(callee.object) && callee.property.name === 'now') isFound = true;
    },
  }).visit(program);
  return isFound;
}

test('pages have one clock, which is set by the server', () => {
  const web = files.filter(
    (file) => /^apps\/web\/src\/.*\.tsx?$/.test(file) && !/\.test\.|\/testing\//.test(file),
  );
  expect(web.filter(asksDevice)).toEqual(['apps/web/src/lib/clock.ts']);
});

test('code and preformatted text is never translated', () => {
  const parts = files
    .filter((file) => /^apps\/web\/src\/.*\.tsx$/.test(file) && !file.includes('.test.'))
    .flatMap((file) => [...read(file).matchAll(/<(?:code|pre)\b[^>]*>/g)].map(([tag]) => `${file}: ${tag}`));
  expect(parts.length).toBeGreaterThan(50);
  expect(parts.filter((part) => !part.includes('translate="no"'))).toEqual([]);
});

/** Newer than the oldest browsers that the shop supports: Chrome and Edge 111, Firefox 119, Safari 16.4. */
const TOO_NEW = new Set(
  (
    'Map.groupBy Object.groupBy Promise.withResolvers Promise.try Array.fromAsync URL.canParse URL.parse ' +
    'AbortSignal.any RegExp.escape Response.json Iterator.from Intl.DurationFormat Intl.Segmenter ' +
    'Uint8Array.fromBase64 Uint8Array.fromHex'
  ).split(' '),
);
const SET_METHODS =
  /^(union|intersection|difference|symmetricDifference|is(Subset|Superset)Of|isDisjointFrom)$/;
const ITERATORS = /^(values|keys|entries|matchAll)$/;
const ITERATOR_METHODS = /^(map|filter|take|drop|flatMap|reduce|toArray|forEach|some|every|find)$/;

/** What this text uses of the too new. Of objects whose types it does not know, it judges by the names. */
function tooNew(file: string, text: string): string[] {
  const found: string[] = [];
  const { program } = parseSync(file, text);
  new Visitor({
    MemberExpression({ object, property }) {
      if (object.type !== 'Identifier' || property.type !== 'Identifier') return;
      const name = `${object.name}.${property.name}`;
      if (TOO_NEW.has(name)) found.push(name);
    },
    CallExpression({ callee }) {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      const { object, property } = callee;
      const isOf = (name: string) => object.type === 'Identifier' && object.name === name;
      if (SET_METHODS.test(property.name) && !isOf('z')) found.push(`Set.${property.name}`);
      if (!ITERATOR_METHODS.test(property.name) || object.type !== 'CallExpression') return;
      const { callee: inner } = object;
      if (inner.type !== 'MemberExpression' || inner.property.type !== 'Identifier') return;
      const isObject = inner.object.type === 'Identifier' && inner.object.name === 'Object';
      if (ITERATORS.test(inner.property.name) && !isObject) found.push(`Iterator.${property.name}`);
    },
    Literal(literal) {
      if ('regex' in literal && literal.regex?.flags.includes('v')) found.push('/v');
    },
  }).visit(program);
  return found;
}

test('what browsers run needs no newer browser than the shop supports', () => {
  const planted = 'Map.groupBy(a, b); new Set(a).union(b); m.values().map(f); /[a--b]/v; z.union([a]);';
  expect(tooNew('planted.ts', planted)).toEqual(['Map.groupBy', 'Set.union', 'Iterator.map', '/v']);
  const inBrowsers = files.filter(
    (file) =>
      /^(apps\/web|packages\/(accounts|contract|checkout)|packages\/chain\/src\/networks)\/.*\.tsx?$/.test(
        file,
      ) &&
      /\/src\//.test(file) &&
      !/\.test\.|\/testing\//.test(file),
  );
  expect(inBrowsers.length).toBeGreaterThan(300);
  expect(inBrowsers.flatMap((file) => tooNew(file, read(file)).map((name) => `${file}: ${name}`))).toEqual(
    [],
  );
});
