import fc from 'fast-check';
import { sql } from 'kysely';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { types } from 'pg';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { atEndOfFile } from '../../testing/end-of-file.ts';
import { createFreshWorld, createWorld, runsHere, type World } from '../../testing/world.ts';
import { inTransaction } from '../context.ts';
import { idArray, textArray, byteaArray } from './arrays.ts';
import { brokenConstraint, readTimestamp, transaction, type Db } from './db.ts';
import { openEmbedded } from './embedded.ts';
import { runQuery, combineQueries, pipeline, query, combineWrites } from './pipeline.ts';
import { dayStart } from './day-start.ts';

test('int8 comes as bigint, an error leaves the connection usable', async () => {
  const { ctx } = await createWorld();
  await expect(sql`select * from nowhere`.execute(ctx.db)).rejects.toThrow('does not exist');
  const { rows } = await sql<{ n: bigint }>`select 9007199254740993::int8 as n`.execute(ctx.db);
  expect(rows[0]?.n).toBe(9007199254740993n);
});

test('a failing step undoes everything in its transaction', async () => {
  const { ctx } = await createWorld();
  const insert = (c: typeof ctx) =>
    sql`insert into categories (name) values ('{"en":"undone"}')`.execute(c.db);
  const step = inTransaction(ctx, async (inner) => {
    await insert(inner);
    throw new Error('no');
  });
  await expect(step).rejects.toThrow('no');
  const { rows } = await sql`select 1 from categories where name->>'en' = 'undone'`.execute(ctx.db);
  expect(rows).toEqual([]);
});

test('the ledger can only be added to', async () => {
  const { ctx } = await createWorld();
  for (const change of [
    'update ledger_movements set kind = kind',
    'delete from ledger_movements',
    'truncate ledger_movements',
  ]) {
    await expect(sql.raw(change).execute(ctx.db)).rejects.toThrow('append-only');
  }
});

test('a broken constraint is told by name', async () => {
  const { ctx } = await createWorld();
  const broken =
    await sql`insert into categories (id, name) overriding system value values (1, '{}'), (1, '{}')`
      .execute(ctx.db)
      .catch(brokenConstraint);
  expect(broken).toBe('categories_pkey');
});

const ANSWER_BYTES = 4_000_000;
const ANSWERS = 60;

test('a new folder that is not synced is there once it is closed, with all that was written', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portside-embedded-'));
  atEndOfFile(() => Promise.resolve(rmSync(folder, { recursive: true })));
  const filled = await openEmbedded(folder, { isSynced: false });
  await filled.pool.query('create table kites as select 7 as number');
  await filled.close();
  const opened = await openEmbedded(folder);
  expect((await opened.pool.query('select number from kites')).rows).toEqual([{ number: 7 }]);
  await opened.close();
});

test('answers that were read are not kept', async () => {
  const { pool, close } = await openEmbedded(null, { isSynced: false });
  const read = () => pool.query(`select repeat('x', ${ANSWER_BYTES}) as text`);
  for (let index = 0; index < 5; index += 1) await read();
  const before = process.memoryUsage.rss();
  for (let index = 0; index < ANSWERS; index += 1) await read();
  expect(process.memoryUsage.rss() - before).toBeLessThan((ANSWERS * ANSWER_BYTES) / 2);
  await close();
});

test('property: any texts come back from the database as they were', async () => {
  const { ctx } = await createWorld();
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('null', 'NULL', '', '{}', '"', '\\', ',', ' a ', '\n'),
  );
  const check = fc.asyncProperty(fc.array(text.map((one) => one.replaceAll('\u0000', ''))), async (texts) => {
    const { rows } = await sql<{ texts: string[] }>`select ${textArray(texts)}::text[] as texts`.execute(
      ctx.db,
    );
    expect(rows[0]!.texts).toEqual(texts);
  });
  await fc.assert(check, { numRuns: 100 });
});

test('ids come back as they were', async () => {
  const { ctx } = await createWorld();
  const ids = [1n, 9_007_199_254_740_993n, -5n];
  const { rows } = await sql<{ id: bigint }>`select unnest(${idArray(ids)}::bigint[]) as id`.execute(ctx.db);
  expect(rows.map((row) => row.id)).toEqual(ids);
});

test('bytes come through an array as they are', async () => {
  const { ctx } = await createWorld();
  const bytes = fc.uint8Array({ maxLength: 300 }).map((values) => Buffer.from(values));
  const check = fc.asyncProperty(fc.array(bytes), async (values) => {
    const { rows } = await sql<{ value: Buffer }>`
      select value from unnest(${byteaArray(values)}::bytea[]) with ordinality as list (value, n) order by n`.execute(
      ctx.db,
    );
    expect(rows.map((row) => row.value.toString('hex'))).toEqual(
      values.map((value) => value.toString('hex')),
    );
  });
  await fc.assert(check, { numRuns: 50 });
});

const read = types.getTypeParser(types.builtins.TIMESTAMPTZ) as (text: string) => Date;

test('times are read as the driver reads them', () => {
  for (let millis = 0; millis < 1_000; millis += 1) {
    const decimals = `.${String(millis).padStart(3, '0')}`.replace(/\.?0+$/, '');
    for (const more of ['', decimals === '' ? '' : `${decimals.padEnd(4, '0')}999`.slice(decimals.length)]) {
      const text = `2026-11-20 23:59:08${decimals}${more}+00`;
      expect([text, readTimestamp(text)]).toEqual([
        text,
        new Date(Date.UTC(2026, 10, 20, 23, 59, 8, millis)),
      ]);
    }
  }
  for (const text of ['1000-01-01 00:00:00+00', '2028-02-29 00:00:00.1+00', '9999-12-31 23:59:59.999999+00'])
    expect([text, readTimestamp(text)]).toEqual([text, read(text)]);
});

test('other spellings are left to the driver', () => {
  const others = [
    'infinity',
    '0044-03-15 12:00:00+00 BC',
    '0099-01-01 00:00:00+00',
    '10000-01-01 00:00:00+00',
  ];
  for (const text of [...others, '2026-11-20 12:00:00+02', '2026-11-20 12:00:00', '2026-11-20'])
    expect([text, readTimestamp(text)]).toEqual([text, undefined]);
});

describe('statements in one round trip', () => {
  let db: Db;

  beforeEach(async () => {
    ({ db } = (await createWorld()).ctx);
    await sql`create table if not exists pebbles (number int primary key)`.execute(db);
    await sql`delete from pebbles`.execute(db);
  });

  type Numbered = { readonly number: number };
  const numbers = query(sql<Numbered>`select number from pebbles order by number`, (rows) =>
    rows.map(({ number }) => number),
  );
  const big = query(sql<{ id: string }>`select ${2n ** 60n}::bigint::text as id`, ([row]) => BigInt(row!.id));
  const add = (...wanted: number[]) => ({
    statement: sql`insert into pebbles select unnest(${wanted}::int[])`,
  });
  const remove = (number: number) => ({
    statement: sql`delete from pebbles where number = ${number} returning 1`,
    mustChange: { rows: 1, orElse: `${number} is missing` },
  });

  test('queries combined in one statement are each parsed by themselves, also where none is found', async () => {
    await combineWrites(db, []);
    expect(await runQuery(db, combineQueries({ numbers, big }))).toEqual({ numbers: [], big: 2n ** 60n });
    await combineWrites(db, [add(2, 1)]);
    expect(await runQuery(db, combineQueries({ numbers, big }))).toEqual({ numbers: [1, 2], big: 2n ** 60n });
  });

  test('queries of a pipeline see what those before them did', async () => {
    const insert = query(
      sql<Numbered>`insert into pebbles values (7) returning number`,
      (rows) => rows.length,
    );
    const results = await transaction(db, (step) =>
      pipeline(step, numbers, insert, combineQueries({ numbers })),
    );
    expect(results).toEqual([[], 1, { numbers: [7] }]);
  });

  test('one query that fails fails the pipeline, with its own error, and the connection goes on', async () => {
    const failing = query(sql`select 1 / 0`, () => null);
    await expect(transaction(db, (step) => pipeline(step, numbers, failing, numbers))).rejects.toThrow(
      'division by zero',
    );
    expect(await pipeline(db, numbers, numbers)).toEqual([[], []]);
  });

  test('writes are executed together, or none where one does not change what it must', async () => {
    await combineWrites(db, [add(1, 2), { statement: sql`delete from pebbles where number = 9` }]);
    const wrong = transaction(db, (step) => combineWrites(step, [remove(1), remove(3), add(4)]));
    await expect(wrong).rejects.toThrow('3 is missing');
    expect(await runQuery(db, numbers)).toEqual([1, 2]);
    await combineWrites(db, [remove(1), add(4), remove(2)]);
    expect(await runQuery(db, numbers)).toEqual([4]);
  });
});

describe('the beginning of a day', () => {
  let db: World['ctx']['db'];

  beforeAll(async () => {
    db = (await createWorld()).ctx.db;
  });

  const MINUTE_MS = 60_000;
  const HOUR_MS = 60 * MINUTE_MS;

  /** The day of a moment as the runtime has it. */
  const dayOf = (at: number, timeZone: string): string =>
    new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone }).format(at);

  /** The first moment that the runtime dates to the day or later, to the quarter of an hour. */
  function firstMoment(day: string, timeZone: string): string {
    const noon = Date.parse(`${day}T12:00:00Z`);
    for (let at = noon - 48 * HOUR_MS; ; at += 15 * MINUTE_MS)
      if (dayOf(at, timeZone) >= day) return new Date(at).toISOString();
  }

  async function readStart(day: string, timeZone: string): Promise<string> {
    const { rows } = await sql<{ at: Date }>`select ${dayStart(sql`${day}::text`, timeZone)} as at`.execute(
      db,
    );
    return rows[0]!.at.toISOString();
  }

  test.each([
    ['UTC', '2026-11-20', '2026-11-20T00:00:00.000Z', 24],
    ['America/Noronha', '2026-11-20', '2026-11-20T02:00:00.000Z', 24],
    ['Asia/Kolkata', '2026-11-20', '2026-11-19T18:30:00.000Z', 24],
    ['Australia/Lord_Howe', '2026-10-04', '2026-10-03T13:30:00.000Z', 23.5],
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', 23],
    ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z', 25],
    // Midnight is skipped.
    ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00.000Z', 23],
    ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z', 23],
    ['Asia/Beirut', '2026-03-29', '2026-03-28T22:00:00.000Z', 23],
    // The hour before midnight comes twice.
    ['America/Sao_Paulo', '2018-02-17', '2018-02-17T02:00:00.000Z', 25],
    ['Africa/Cairo', '2026-10-29', '2026-10-28T21:00:00.000Z', 25],
    // Midnight comes twice.
    ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z', 25],
    // A day that the calendar lacks, and the next one.
    ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00.000Z', 0],
    ['Pacific/Apia', '2011-12-31', '2011-12-30T10:00:00.000Z', 24],
  ])('in %s, %s begins at %s and has %s hours', async (timeZone, day, start, hours) => {
    const next = new Date(Date.parse(day) + 24 * HOUR_MS).toISOString().slice(0, 10);
    expect(await readStart(day, timeZone)).toBe(start);
    expect((Date.parse(await readStart(next, timeZone)) - Date.parse(start)) / HOUR_MS).toBe(hours);
  });

  const zone = fc.constantFrom('UTC', ...Intl.supportedValuesOf('timeZone'));
  const FROM = Date.parse('2012-01-01');
  /** Years that are over: of later ones, database and runtime each know what was decided when their rules were packed. */
  const TO = Date.parse('2026-01-01');
  const moment = fc.integer({ min: FROM, max: TO });

  test('the database dates any moment in any zone as the runtime does, and begins its day with its first moment', async () => {
    await fc.assert(
      fc.asyncProperty(zone, moment, async (timeZone, at) => {
        const { rows } = await sql<{ day: string }>`
        select (${new Date(at)}::timestamptz at time zone ${timeZone}::text)::date::text as day`.execute(db);
        const day = dayOf(at, timeZone);
        expect(rows[0]!.day).toBe(day);
        expect(await readStart(day, timeZone)).toBe(firstMoment(day, timeZone));
      }),
      { numRuns: runsHere(300) },
    );
  });

  test('around each change of the clocks, days begin where the runtime has them begin', async () => {
    const changes = fc.tuple(zone, fc.integer({ min: 2012, max: 2025 })).map(([timeZone, year]) => ({
      timeZone,
      days: changesOf(timeZone, year),
    }));
    await fc.assert(
      fc.asyncProperty(changes, async ({ timeZone, days }) => {
        for (const day of days) expect(await readStart(day, timeZone)).toBe(firstMoment(day, timeZone));
      }),
      { numRuns: runsHere(60) },
    );
  });

  /** The days of a year on which the clocks change, and those after them. */
  function changesOf(timeZone: string, year: number): string[] {
    const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
    const offset = (at: number) =>
      format.formatToParts(at).find(({ type }) => type === 'timeZoneName')!.value;
    const days: string[] = [];
    for (let at = Date.UTC(year, 0, 2); at < Date.UTC(year + 1, 0, 1); at += 24 * HOUR_MS)
      if (offset(at) !== offset(at + 24 * HOUR_MS))
        days.push(dayOf(at, timeZone), dayOf(at + 24 * HOUR_MS, timeZone));
    return [...new Set(days)];
  }
});

describe('the map of tables', () => {
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
    const { pool } = await createFreshWorld();
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
});
