import { ShopSettings } from '@portside/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HOUR_MS } from '../../platform/clock.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { signInAdmin, type TestAdmin } from '../../testing/people.ts';
import { createTestShop, type TestShop, createFreshShop } from '../../testing/app.ts';
import { sell } from '../../testing/sale.ts';
import { createWorld } from '../../testing/world.ts';
import { applyDueProposals } from '../approvals/index.ts';
import { readPageSettings } from './read-page-settings.ts';
import { loadSettings, settingsTable } from './settings-table.ts';
import { readSiteConfig } from './site-config.ts';
import { requireTimeZone } from './time-zones.ts';

/** Settings are the whole shop's: the last test leaves them as they were. */
describe('settings', () => {
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
});

describe('limits', () => {
  let shop: TestShop;
  let ann: TestAdmin;
  beforeEach(async () => {
    shop = await createFreshShop();
    ann = await signInAdmin(shop.ctx);
  });

  const read = async () => (await shop.call('GET', '/api/settings', undefined, ann.headers)).data;
  const put = (body: object) => shop.call('PUT', '/api/settings', body, ann.headers);
  const approve = (who: TestAdmin, { id }: { id: string }) =>
    shop.call('POST', `/api/proposals/${id}/approve`, undefined, who.headers);

  test('raising a limit takes two people; other settings of the call take effect at once', async () => {
    const bob = await signInAdmin(shop.ctx);
    const before = await read();
    const raised = { refund_approval_above: '1000000', manual_credit_maximum: '9999999' };
    const asked = await put({ ...before, ...raised, site_name: 'Quay', reason: 'a large customer' });
    expect(asked.data).toMatchObject({ ...before, site_name: 'Quay' });
    expect(asked.data.proposals).toMatchObject([
      {
        kind: 'limitRaiseApproved',
        state: 'proposed',
        reason: 'a large customer',
        terms: { limit: 'refund_approval_above', former_amount: '100', amount: '1000000' },
      },
      { terms: { limit: 'manual_credit_maximum', former_amount: '5000', amount: '9999999' } },
    ]);
    expect(await read()).toEqual({ ...before, site_name: 'Quay' });
    const [refunds] = asked.data.proposals;
    expect((await approve(ann, refunds)).code).toBe(300_020);
    expect((await approve(bob, refunds)).data.state).toBe('applied');
    expect(await read()).toEqual({ ...before, site_name: 'Quay', refund_approval_above: '1000000' });
  });

  test('lowering a limit takes effect at once; restoring it counts as raising', async () => {
    await signInAdmin(shop.ctx);
    const before = await read();
    const lower = { ...before, refund_approval_above: '5' };
    expect((await put(lower)).data).toEqual(lower);
    expect((await put({ ...lower, refund_approval_above: '5.00' })).data.proposals).toBeUndefined();
    const { refund_approval_above: _, ...absent } = before;
    expect((await put(absent)).data).toMatchObject({
      refund_approval_above: '5.00',
      proposals: [{ terms: { amount: '100' } }],
    });
  });

  test('nor is a wait shortened or agents promised more by one person; the contrary is at once', async () => {
    const bob = await signInAdmin(shop.ctx);
    const before = await read();
    const tiers = [{ from: '1000', percent: '30' }];
    const looser = {
      ...before,
      balance_payout_maximum: '5000',
      agent_sign_up_percent: '60',
      commission_tiers: tiers,
      balance_payout_wait_hours: 0,
    };
    const asked = await put(looser);
    expect(asked.data).toMatchObject(before);
    expect(asked.data.proposals.map(({ terms }: { terms: object }) => terms)).toEqual([
      { limit: 'balance_payout_maximum', former_amount: '1000', amount: '5000' },
      { limit: 'agent_sign_up_percent', former_setting: '"5"', setting: '"60"' },
      { limit: 'commission_tiers', former_setting: '[]', setting: JSON.stringify(tiers) },
      { limit: 'balance_payout_wait_hours', former_setting: '24', setting: '0' },
    ]);
    for (const proposal of asked.data.proposals)
      expect((await approve(bob, proposal)).data.state).toBe('applied');
    expect(await read()).toEqual(looser);
    expect(
      (await put({ ...before, commission_tiers: [{ from: '2000', percent: '30' }] })).data,
    ).toMatchObject({
      commission_tiers: [{ from: '2000', percent: '30' }],
      balance_payout_wait_hours: 24,
      agent_sign_up_percent: '5',
    });
    expect((await put(before)).data).toEqual(before);
  });

  test('no admin alone can raise the limit, refund and lower it again', async () => {
    const sale = await sell(shop, 10, { price: 100 });
    const settings = await read();
    await shop.call(
      'PUT',
      '/api/settings',
      { ...settings, refund_approval_above: '1000' },
      sale.admin.headers,
    );
    expect((await sale.refund()).data.proposal).toMatchObject({ state: 'proposed' });
    expect(await sale.balance()).toBe('10');
  });

  test('a single admin waits three days', async () => {
    const before = await read();
    const asked = await put({ ...before, refund_approval_above: '200' });
    expect(asked.data.proposals).toMatchObject([{ state: 'cooling' }]);
    const work = () => applyDueProposals(shop.ctx);
    shop.clock.advance(72 * HOUR_MS - 1);
    await work();
    const again = await signInAdmin(shop.ctx);
    const now = async () => (await shop.call('GET', '/api/settings', undefined, again.headers)).data;
    expect((await now()).refund_approval_above).toBe('100');
    shop.clock.advance(1);
    await work();
    expect((await now()).refund_approval_above).toBe('200');
  });
});

/** Settings are the whole shop's, so what a test stores is undone at its end. */
async function withStored<T>(
  ctx: Ctx,
  key: string,
  value: unknown,
  look: (ctx: Ctx) => Promise<T>,
): Promise<T> {
  const found: { result?: T } = {};
  const undone = new Error('undone');
  const step = inTransaction(ctx, async (inner) => {
    const row = { key, value: JSON.stringify(value), updated_at: ctx.clock.now() };
    await inner.db.insertInto('settings').values(row).execute();
    found.result = await look(inner);
    throw undone;
  });
  await step.catch((error: unknown) => {
    if (error !== undone) throw error;
  });
  return found.result as T;
}

test('an untouched shop has the initial settings, money in micro-USDT', async () => {
  const { ctx } = await createWorld();
  expect(await loadSettings(ctx.db)).toMatchObject({
    siteName: 'Portside',
    rechargeMinimumMicro: 10_000_000n,
    rechargeMaximumMicro: 50_000_000_000n,
    rechargeAmountsMicro: [10n, 50n, 100n, 500n, 1000n, 5000n].map((usdt) => usdt * 1_000_000n),
    quoteMinutes: 30,
    retentionDays: 7,
    claimAnswerHours: 24,
    claimStopPercent: 0,
  });
});

test('a stored value wins; an invalid one throws, naming the setting', async () => {
  const { ctx } = await createWorld();
  const zone = await withStored(ctx, 'time_zone', 'Asia/Shanghai', async ({ db }) => loadSettings(db));
  expect(zone.timeZone).toBe('Asia/Shanghai');
  await expect(withStored(ctx, 'time_zone', 'Moon/Sea', async ({ db }) => loadSettings(db))).rejects.toThrow(
    'time_zone',
  );
  await expect(withStored(ctx, 'recharge_minimum', 10, async ({ db }) => loadSettings(db))).rejects.toThrow(
    'recharge_minimum',
  );
});

test('the site config shows the addresses of enabled networks, and empty ones of others', async () => {
  const { ctx } = await createWorld();
  const tron = { type: 'TRON', contract_address: 'TContract', wallet_address: 'TWallet' } as const;
  const config = await readSiteConfig({ ...ctx, isSandbox: true }, { listAddresses: async () => [tron] });
  expect(config).toMatchObject({
    contract_address_tron: 'TContract',
    wallet_address_tron: 'TWallet',
    contract_address_eth: '',
    wallet_address_eth: '',
    recharge_amounts: ['10', '50', '100', '500', '1000', '5000'],
    recharge_minimum: '10',
    claim_answer_hours: 24,
    sandbox: true,
  });
});

describe('time zones', () => {
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
    const at = new Date();
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

  test('a zone of which the database has other rules is not on offer', async () => {
    const end = new Error('undone');
    const tried = shop.ctx.db.transaction().execute(async (db) => {
      await sql`create schema behind`.execute(db);
      await sql`create view behind.pg_timezone_names as
      select name, case name when 'America/Vancouver' then utc_offset - interval '1 hour' else utc_offset end as utc_offset
      from pg_catalog.pg_timezone_names`.execute(db);
      await sql`set local search_path = behind, pg_catalog, public`.execute(db);
      await expect(requireTimeZone(db, 'America/Vancouver')).rejects.toMatchObject({
        reason: 'invalidFormat',
      });
      await requireTimeZone(db, 'America/Toronto');
      throw end;
    });
    await expect(tried).rejects.toBe(end);
  });
});
