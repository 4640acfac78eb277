import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync, Visitor } from 'vite';
import { expect, test } from 'vitest';

/** Rules of the repository that the linter has no rule for. Sizes of files and functions, and cycles: .oxlintrc.json. */
const root = join(import.meta.dirname, '..');
const MOST_FILES = 40;
/** Read by number, and never merged or removed. */
const MIGRATIONS = 'apps/server/src/migrations';

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .trim()
  .split('\n');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

test(`no folder holds more than ${MOST_FILES} files`, () => {
  const full = [...Map.groupBy(files, (file) => dirname(file))]
    .filter(([folder, inside]) => inside.length > MOST_FILES && folder !== MIGRATIONS)
    .map(([folder, inside]) => `${folder}: ${inside.length}`);
  expect(full).toEqual([]);
});

/** Where statements may be written beside `*.sql.ts`: table definitions, and the database layer itself. */
const MAY_HOLD_SQL = /\.(sql|tables|test)\.ts$|^apps\/server\/src\/(testing|migrations|platform\/db)\//;
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

test('SQL stands in *.sql.ts only', () => {
  const server = files.filter((file) => /^apps\/server\/src\/.*\.ts$/.test(file));
  expect(server.length).toBeGreaterThan(300);
  expect(server.filter((file) => !MAY_HOLD_SQL.test(file) && holdsSql(file))).toEqual([]);
});

/** `endpoint: … verb(…)`: the bound expressions of a routes file in which no function of the endpoint's name is used. */
function otherVerbs(file: string): string[] {
  const wrong: string[] = [];
  const { program } = parseSync(file, read(file));
  /** Whether the verb itself is used, not only its parameters. */
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

test('an endpoint is bound to the verb of its name', () => {
  const routes = files.filter((file) => file.endsWith('.routes.ts'));
  expect(routes.length).toBeGreaterThan(15);
  expect(routes.flatMap(otherVerbs)).toEqual([]);
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
