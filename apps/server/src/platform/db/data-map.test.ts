import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { createWorld } from '../../testing/world.ts';

/** docs/data.md is the map of the tables: it has all of them, in their areas, and draws no key that is not there. */

const text = readFileSync(join(import.meta.dirname, '../../../../../docs/data.md'), 'utf8');

type Area = { readonly name: string; readonly tables: readonly string[]; readonly picture: string };

const areas: readonly Area[] = text
  .split(/^## /m)
  .slice(1)
  .flatMap((section) => {
    const [, picture] = /```mermaid\nerDiagram\n(.*?)```/s.exec(section) ?? [];
    const tables = [...section.matchAll(/^- `(\w+)`: \S/gm)].map(([, table]) => table!);
    return picture === undefined ? [] : [{ name: section.split('\n', 1)[0]!, tables, picture }];
  });

/** `one ||--o{ other : "label"`; a name alone is an entity without a relation. */
const relationsOf = ({ picture }: Area) =>
  [...picture.matchAll(/^ +(\w+) \S{2}(--|\.\.)\S{2} (\w+) : "/gm)].map(([, one, line, other]) => ({
    pair: [one!, other!].toSorted().join(' '),
    isSolid: line === '--',
  }));
const entitiesOf = ({ picture }: Area): string[] =>
  [...picture.matchAll(/^ +(\w+)(?: \S{6} (\w+) : ".+")?$/gm)].flatMap(([, one, other]) => [
    one!,
    other ?? one!,
  ]);

let tables: string[];
let keys: Set<string>;

beforeAll(async () => {
  const { pool } = await createWorld();
  const own = "relkind = 'r' and relnamespace = 'public'::regnamespace and relname not like 'kysely%'";
  const found = await pool.query<{ name: string }>(
    `select relname as name from pg_class where ${own} order by 1`,
  );
  tables = found.rows.map(({ name }) => name);
  const references = await pool.query<{ one: string; other: string }>(`
    select conrelid::regclass::text as one, confrelid::regclass::text as other from pg_constraint where contype = 'f'`);
  keys = new Set(references.rows.map(({ one, other }) => [one, other].toSorted().join(' ')));
});

test('every table has one line on what a row is, and no other has', () => {
  expect(areas.flatMap((area) => area.tables).toSorted()).toEqual(tables);
});

test.each(areas.map((area) => [area.name, area] as const))(
  '%s: the picture has the tables of its area, and only lines that it can read',
  (_, area) => {
    const entities = new Set(entitiesOf(area));
    expect(area.tables.filter((table) => !entities.has(table))).toEqual([]);
    expect([...entities].filter((entity) => !tables.includes(entity))).toEqual([]);
    const lines = area.picture.trim().split('\n').length;
    expect(entitiesOf(area)).toHaveLength(2 * lines);
  },
);

test('a solid line is a foreign key, and a dotted one is none', () => {
  const drawn = areas.flatMap(relationsOf);
  expect(drawn.length).toBeGreaterThan(60);
  expect(drawn.filter(({ pair, isSolid }) => keys.has(pair) !== isSolid)).toEqual([]);
});
