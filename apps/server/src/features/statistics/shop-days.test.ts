import { beforeAll, describe, expect, test } from 'vitest';
import { createFreshShop, type TestShop } from '../../testing/app.ts';
import { buildGoods } from '../../testing/build.ts';
import { createPerson, signInAdmin } from '../../testing/people.ts';
import { writeSale } from '../../testing/sales-facts.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction } from '../../platform/context.ts';
import { rollUpDailyTotals } from './roll-up-daily-totals.ts';
import { changeSettings } from '../settings/index.ts';

/**
 * One named day is the same everywhere: its first and last moment are on it, the moments beside them are not, whatever
 * the zone of whoever asks.
 */

const DAYS = [
  { zone: 'America/Noronha', day: '2026-11-21', from: '2026-11-21T02:00:00Z', hours: 24 },
  { zone: 'Asia/Kathmandu', day: '2026-11-21', from: '2026-11-20T18:15:00Z', hours: 24 },
  { zone: 'Pacific/Apia', day: '2026-11-22', from: '2026-11-21T11:00:00Z', hours: 24 },
  // Midnight is skipped, and comes twice.
  { zone: 'Africa/Cairo', day: '2027-04-30', from: '2027-04-29T22:00:00Z', hours: 23 },
  { zone: 'Asia/Beirut', day: '2027-03-28', from: '2027-03-27T22:00:00Z', hours: 23 },
  { zone: 'America/Havana', day: '2027-11-07', from: '2027-11-07T04:00:00Z', hours: 25 },
];
const hex = (digit: string, count: number, end = ''): `0x${string}` => `0x${digit.repeat(count)}${end}`;
const HOUR_MS = 3_600_000;

describe.each(DAYS)('$day in $zone', ({ zone, day, from, hours }) => {
  let shop: TestShop;
  let headers: Record<string, string>;
  const start = Date.parse(from);
  const end = start + hours * HOUR_MS;
  const on = [start, start + 90_000, end - 1];
  const beside = [start - 1, end, start - 20 * HOUR_MS];

  beforeAll(async () => {
    shop = await createFreshShop();
    const { ctx, clock } = shop;
    clock.advance(end - 1 - clock.now().getTime());
    await changeSettings(ctx, { time_zone: zone });
    const goodsId = await buildGoods(ctx);
    for (const at of [...on, ...beside]) {
      const then = { ...ctx, clock: { now: () => new Date(at) } };
      const buyer = { id: (await createPerson(then)).user.id, agentId: 0n };
      const sale = {
        kind: 'sale',
        at: new Date(at),
        goodsId,
        agentId: 0n,
        items: 2,
        amountMicro: 3_000_000n,
      } as const;
      await writeSale(ctx.db, buyer, sale);
      await ctx.db.insertInto('recharges').values(topUp(at, buyer.id)).execute();
      await inTransaction(then, (step) =>
        recordAudit(step, { action: 'settings.change', subject: 'settings:shop' }),
      );
    }
    // Until the totals of the new zone are ready, those of the old one are shown, under its name.
    while ((await rollUpDailyTotals(ctx)).more);
    ({ headers } = await signInAdmin(ctx));
  });

  const topUp = (at: number, userId: bigint) => ({
    order_id: `RECH${at}0001`,
    user_id: userId,
    network: 'ETH' as const,
    state: 'waiting' as const,
    wallet_address: hex('1', 40),
    contract_address: hex('2', 40),
    order_ref: hex('0', 64 - 13, String(at)),
    chain_id: 1n,
    head_at_creation: 1,
    idempotency_key: String(at),
    amount_micro: 5_000_000n,
    pay_amount_micro: 5_000_000n,
    is_reserved: false,
    created_at: new Date(at),
    expires_at: new Date(at + 1),
    reserved_until: new Date(at + 2),
  });

  const get = async (path: string) => (await shop.call('GET', path, undefined, headers)).data;
  const range = `from=${day}&to=${day}`;

  test('the dashboard, orders, their totals and sales have the same figures', async () => {
    const dashboard = await get('/api/admin/statistics/dashboard');
    expect(dashboard).toMatchObject({ time_zone: zone, today: { orders: 3, accounts: 6, amount: '9' } });
    expect((await get(`/api/admin/orders?${range}`)).items).toHaveLength(3);
    const sum = { orders: 3, accounts: 6, amount: '9' };
    expect(await get(`/api/admin/orders/totals?${range}`)).toMatchObject(sum);
    expect(await get(`/api/admin/sales?${range}`)).toMatchObject({
      time_zone: zone,
      from: day,
      to: day,
      sum,
    });
  });

  test('top-ups, users and the audit log have what happened on it', async () => {
    const times = (rows: { created_at?: string; at?: string }[]) =>
      rows.map((row) => Date.parse(row.created_at ?? row.at!)).toSorted((a, b) => a - b);
    expect(times((await get(`/api/admin/recharges?${range}`)).items)).toEqual(on);
    expect(times((await get(`/api/audit?${range}&action=settings.change`)).items)).toEqual(
      expect.arrayContaining(on),
    );
    const users = times((await get(`/api/users?${range}`)).items);
    expect(on.every((at) => users.includes(at))).toBe(true);
    expect(beside.some((at) => users.includes(at))).toBe(false);
  });

  test('files name the day and whose it is', async () => {
    const place = zone.replace('/', '-');
    const file = async (path: string) => {
      const { headers: sent, body } = await shop.app.http.inject({ url: path, headers });
      return { name: sent['content-disposition'], lines: body.trim().split('\r\n') };
    };
    const orders = await file(`/api/admin/orders/export?${range}`);
    expect(orders.name).toContain(`"orders-${day}-${day}-${place}.csv"`);
    expect(orders.lines).toHaveLength(4);
    const sales = await file(`/api/admin/sales/export?${range}`);
    expect(sales.name).toContain(`"sales-${day}-${day}-${place}.csv"`);
    expect(sales.lines[0]!.split(',').at(-1)).toBe('time_zone');
    expect(sales.lines[1]).toContain(zone);
  });

  test('moments go on meaning themselves, also beside a day', async () => {
    const count = async (period: string) => (await get(`/api/admin/orders?${period}`)).items.length;
    const moment = (at: number) => new Date(at).toISOString();
    expect(await count(`from=${moment(start + 1)}&to=${moment(end - 2)}`)).toBe(1);
    expect(await count(`from=${day}&to=${moment(end)}`)).toBe(4);
    expect(await count(`from=${moment(start - 1)}&to=${day}`)).toBe(4);
    expect((await get(`/api/admin/orders/totals?from=${moment(start - 1)}&to=${day}`)).orders).toBe(4);
    expect((await get(`/api/admin/orders/totals?from=${moment(start + 1)}&to=${moment(end)}`)).orders).toBe(
      3,
    );
  });
});
