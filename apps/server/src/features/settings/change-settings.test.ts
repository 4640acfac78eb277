import { ShopSettings } from '@portside/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signInAdmin, type TestAdmin } from '../../testing/people.ts';
import { createTestShop, type TestShop } from '../../testing/app.ts';
import { readPageSettings } from './read-page-settings.ts';
import { loadSettings, settingsTable } from './settings-table.ts';

/** Settings are the whole shop's: the last test leaves them as they were. */

let shop: TestShop;
let admin: TestAdmin;
beforeAll(async () => {
  shop = await createTestShop();
  admin = await signInAdmin(shop.ctx, ['settings.read', 'settings.write']);
});
afterAll(() => shop.ctx.db.deleteFrom('settings').execute());

const put = (path: string, body: unknown) => shop.call('PUT', `/api/${path}`, body, admin.headers);
const read = async () => (await shop.call('GET', '/api/settings', undefined, admin.headers)).data;

test('the contract has every setting', () => {
  const keys = Object.values(settingsTable).map(({ key }) => key);
  expect(Object.keys(ShopSettings.shape).toSorted()).toEqual(keys.toSorted());
});

test('the site config merges, the settings replace', async () => {
  const before = await read();
  await put('site-config', { site_name: 'Quay', recharge_minimum: '20', recharge_amounts: ['20', '40'] });
  const merged = await put('site-config', { telegram: '@quay' });
  expect(merged.data).toMatchObject({ site_name: 'Quay', telegram: '@quay', recharge_minimum: '20' });
  const replaced = await put('settings', { site_name: 'Pier', safe_cap: '100' });
  expect(replaced.data).toEqual({ ...before, site_name: 'Pier', safe_cap: '100' });
  expect((await loadSettings(shop.ctx.db)).safeCapMicro).toBe(100_000_000n);
  expect((await put('settings', {})).data).toEqual(before);
});

test.each([
  [{ quote_minutes: 1_441 }, { field: 'quote_minutes', fault: 'large', limit: 1_440 }],
  [{ time_zone: 'Moon/Sea' }, { field: 'time_zone', fault: 'unknown' }],
  [{ recharge_amounts: Array(13).fill('50') }, { field: 'recharge_amounts', fault: 'many', limit: 12 }],
])('%j is refused with the setting at fault: %j', async (body, fault) => {
  expect((await put('settings', body)).body.faults).toEqual([fault]);
});

test.each([
  [{ time_zone: 'Moon/Sea' }, 519],
  [{ quote_minutes: 0 }, 519],
  [{ retention_days: 1.5 }, 519],
  [{ claim_answer_hours: 0 }, 519],
  [{ claim_answer_hours: 721 }, 519],
  [{ site_name: 'x'.repeat(61) }, 519],
  [{ recharge_minimum: '1e3' }, 519],
  [{ walletconnect_project_id: 'A'.repeat(32) }, 519],
  [{ walletconnect_project_id: 'a'.repeat(31) }, 519],
  [{ recharge_minimum: '11' }, 300_010],
  [{ recharge_maximum: '4999' }, 300_010],
  [{ recharge_amounts: ['9'] }, 300_010],
])('%j is refused, and nothing is changed', async (body, code) => {
  const before = await read();
  expect((await put('settings', { ...before, ...body })).code).toBe(code);
  expect(await read()).toEqual(before);
});

test('pages may connect elsewhere only while a project id is set', async () => {
  const origins = async () => (await readPageSettings(shop.ctx.db)).origins;
  expect(await origins()).toEqual([]);
  const set = await put('site-config', { walletconnect_project_id: '0123456789abcdef'.repeat(2) });
  expect(set.data).toMatchObject({ walletconnect_project_id: '0123456789abcdef0123456789abcdef' });
  expect(await origins()).toEqual(['wss://relay.walletconnect.org', 'https://rpc.walletconnect.org']);
  await put('settings', {});
  expect(await origins()).toEqual([]);
});

test('pages show the name from the settings', async () => {
  await put('site-config', { site_name: 'Mole' });
  expect((await readPageSettings(shop.ctx.db)).nameIn('en')).toBe('Mole');
  await put('settings', {});
});

test('a change is audited with the values before and after', async () => {
  await put('site-config', { site_name: 'Mole' });
  await put('site-config', { site_name: 'Mole' });
  await put('site-config', { site_name: 'Jetty' });
  const rows = await shop.ctx.db
    .selectFrom('audit_entries')
    .select(['before', 'after'])
    .where('user_id', '=', admin.user.id)
    .orderBy('id', 'desc')
    .limit(2)
    .execute();
  expect(rows).toEqual([
    { before: { site_name: 'Mole' }, after: { site_name: 'Jetty' } },
    { before: { site_name: null }, after: { site_name: 'Mole' } },
  ]);
  await put('settings', {});
});

test('every call that changes settings needs a fresh code', async () => {
  const before = await read();
  shop.clock.advance(5 * 60_000 + 1);
  for (const path of ['site-config', 'settings'])
    expect((await put(path, { site_name: 'Mole' })).code).toBe(300_017);
  expect(await read()).toEqual(before);
});
