import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestShop, type TestShop } from '../../testing/app.ts';
import { signInAdmin, type TestAdmin } from '../../testing/people.ts';

let shop: TestShop;
let admin: TestAdmin;
beforeAll(async () => {
  shop = await createTestShop();
  admin = await signInAdmin(shop.ctx, ['settings.read', 'settings.write']);
});
afterAll(() => shop.ctx.db.deleteFrom('settings').execute());

const choose = (time_zone: string) => shop.call('PUT', '/api/settings', { time_zone }, admin.headers);
const listZones = async (): Promise<string[]> =>
  (await shop.call('GET', '/api/settings/time-zones', undefined, admin.headers)).data.time_zones;

test.each([
  ['+08:00', 'offset'],
  ['-03', 'offset'],
  ['+0530', 'offset'],
  ['GMT+8', 'offset'],
  ['UTC +8', 'offset'],
  ['utc-3', 'offset'],
  ['Etc/GMT-8', 'offset'],
  ['Etc/GMT0', 'offset'],
  // The database takes these for abbreviations or reads them as its own notation.
  ['CET', 'unknown'],
  ['MSK', 'unknown'],
  ['EST5EDT', 'unknown'],
  ['XYZ-8', 'unknown'],
  ['Etc/Unknown', 'unknown'],
  ['Factory', 'unknown'],
  ['posix/Europe/Berlin', 'unknown'],
  ['europe/berlin', 'unknown'],
  ['Moon/Sea', 'unknown'],
])('%s is refused as %s', async (name, fault) => {
  const { body } = await choose(name);
  expect(body.faults).toEqual([{ field: 'time_zone', fault }]);
});

test.each(['UTC', 'Asia/Shanghai', 'Asia/Calcutta', 'Asia/Kolkata', 'America/Argentina/Buenos_Aires'])(
  '%s is taken, and pages are told',
  async (name) => {
    expect((await choose(name)).data.time_zone).toBe(name);
    expect((await shop.call('GET', '/api/site-config')).data.time_zone).toBe(name);
    expect(await listZones()).toContain(name);
  },
);

test('each zone on offer has the same time in the database and in the runtime', async () => {
  const at = new Date('2026-07-01T12:00:00Z');
  const names = await listZones();
  expect(names.length).toBeGreaterThan(300);
  const { rows } = await sql<{ name: string; local: string }>`
    select name, to_char(${at}::timestamptz at time zone name, 'YYYY-MM-DD HH24:MI:SS') as local
    from unnest(${names}::text[]) name`.execute(shop.ctx.db);
  const runtime = (timeZone: string) =>
    new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone }).format(at);
  expect(rows.filter(({ name, local }) => runtime(name) !== local)).toEqual([]);
});

test('a shop that has another one already keeps it while other settings change', async () => {
  const { db, clock } = shop.ctx;
  await db.deleteFrom('settings').execute();
  const row = { key: 'time_zone', value: JSON.stringify('Japan'), updated_at: clock.now() };
  await db.insertInto('settings').values(row).execute();
  const { data } = await shop.call(
    'PUT',
    '/api/settings',
    { time_zone: 'Japan', quote_minutes: 20 },
    admin.headers,
  );
  expect(data).toMatchObject({ time_zone: 'Japan', quote_minutes: 20 });
});
