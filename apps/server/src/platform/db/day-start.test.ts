import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { createWorld, runsHere, type World } from '../../testing/world.ts';
import { dayStart } from './day-start.ts';

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
  const { rows } = await sql<{ at: Date }>`select ${dayStart(sql`${day}::text`, timeZone)} as at`.execute(db);
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
const TO = Date.parse('2030-01-01');
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
  const changes = fc.tuple(zone, fc.integer({ min: 2012, max: 2029 })).map(([timeZone, year]) => ({
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
  const offset = (at: number) => format.formatToParts(at).find(({ type }) => type === 'timeZoneName')!.value;
  const days: string[] = [];
  for (let at = Date.UTC(year, 0, 2); at < Date.UTC(year + 1, 0, 1); at += 24 * HOUR_MS)
    if (offset(at) !== offset(at + 24 * HOUR_MS))
      days.push(dayOf(at, timeZone), dayOf(at + 24 * HOUR_MS, timeZone));
  return [...new Set(days)];
}
