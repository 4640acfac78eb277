import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { DAY_MS } from '../../../platform/clock.ts';
import { buildGoods } from '../../../testing/build.ts';
import { signInAdmin, type TestAdmin } from '../../../testing/people.ts';
import { createWorld, type World } from '../../../testing/world.ts';
import { findSetPrices } from '../../prices/index.ts';
import { changeSettings } from '../../settings/index.ts';
import { importStock } from '../import/imports.ts';
import { updateStockBatch } from '../import/stock-batches.ts';
import { countStock } from '../stock.sql.ts';
import { ageStock, deleteAgeingRule, listAgeingStock, setAgeingRule } from './age-stock.ts';
import { listStockMoves, undoStockMove } from './move-stock.ts';

const lookups = { countTroubled: async () => new Map<bigint, never>() };

let world: World;
let admin: TestAdmin;
beforeAll(async () => {
  world = await createWorld();
  admin = await signInAdmin(world.ctx, ['stock.read', 'stock.import', 'stock.withdraw']);
});
beforeEach(async () => {
  await world.ctx.db.deleteFrom('ageing_rules').execute();
});

const rule = (from: bigint, to: bigint, days: number, is_on = true) =>
  setAgeingRule(admin.ctx, {
    params: { goods_id: String(from) },
    body: { to_goods_id: String(to), days, is_on },
  });
async function stockIn(goodsId: bigint): Promise<number> {
  return (await countStock(world.ctx.db, [goodsId])).get(goodsId)?.unspecified ?? 0;
}
async function importInto(goodsId: bigint, count: number): Promise<bigint> {
  const lines = Array.from({ length: count }, () => `user-${randomUUID()}----secret`);
  return (await importStock(world.ctx, { goodsId, gender: 'unspecified', note: '', lines })).batchId;
}
const bornOn = (batchId: bigint, day: string) =>
  updateStockBatch(admin.ctx, { params: { id: String(batchId) }, body: { born_on: day } }, lookups);
const dayAgo = (days: number): string =>
  new Date(world.clock.now().getTime() - days * DAY_MS).toISOString().slice(0, 10);
const next = async (days = 7) =>
  (await listAgeingStock(admin.ctx, { query: { days, limit: 500 } }, { findSetPrices })).items;

test('stock moves at its age, not a day before, and by nobody', async () => {
  const [fresh, aged] = [await buildGoods(world.ctx), await buildGoods(world.ctx)];
  await importInto(fresh, 3);
  await rule(fresh, aged, 30);
  world.clock.advance(29 * DAY_MS);
  await ageStock(world.ctx, { findSetPrices });
  expect([await stockIn(fresh), await stockIn(aged)]).toEqual([3, 0]);
  world.clock.advance(DAY_MS);
  await importInto(fresh, 2);
  await ageStock(world.ctx, { findSetPrices });
  expect([await stockIn(fresh), await stockIn(aged)]).toEqual([2, 3]);
  await ageStock(world.ctx, { findSetPrices });
  const [move, ...others] = (await listStockMoves(admin.ctx, { query: { limit: 500 } })).items;
  expect(move).toMatchObject({
    goods_id: String(fresh),
    to_goods_id: String(aged),
    accounts: 3,
    username: null,
  });
  expect(others).toEqual([]);
});

test('what will move is listed with its day, also by a rule that is off, which moves nothing', async () => {
  const [fresh, aged] = [await buildGoods(world.ctx), await buildGoods(world.ctx)];
  const [soon, later, due] = [
    await importInto(fresh, 2),
    await importInto(fresh, 4),
    await importInto(fresh, 1),
  ];
  expect(await bornOn(soon, dayAgo(26))).toMatchObject({ born_on: dayAgo(26) });
  await bornOn(later, dayAgo(20));
  await bornOn(due, dayAgo(90));
  await rule(fresh, aged, 30, false);
  const place = {
    goods_id: String(fresh),
    to_goods_id: String(aged),
    fits: true,
    below_cost: false,
    is_on: false,
  };
  expect(await next()).toEqual([
    { ...place, day: dayAgo(0), batch_id: String(due), accounts: 1 },
    { ...place, day: dayAgo(-4), batch_id: String(soon), accounts: 2 },
  ]);
  expect((await next(10)).map((row) => row.accounts)).toEqual([1, 2, 4]);
  await ageStock(world.ctx, { findSetPrices });
  expect(await stockIn(aged)).toBe(0);
});

test('accounts age from the days of their own, all others from that of their import', async () => {
  const { ctx } = world;
  const [fresh, aged] = [await buildGoods(ctx), await buildGoods(ctx)];
  const days = [40, null, 2, 31, 40, null, 29, 25];
  const lines = days.map((day) => {
    const text = `user-${randomUUID()}----secret`;
    return day === null ? text : { text, born: dayAgo(day) };
  });
  const { batchId } = await importStock(ctx, { goodsId: fresh, gender: 'male', note: '', lines });
  await rule(fresh, aged, 30, false);
  const moves = async (within: number) => (await next(within)).map(({ day, accounts }) => [day, accounts]);
  expect(await moves(5)).toEqual([
    [dayAgo(0), 3],
    [dayAgo(-1), 1],
    [dayAgo(-5), 1],
  ]);
  expect(await moves(30)).toEqual([...(await moves(5)), [dayAgo(-28), 1], [dayAgo(-30), 2]]);
  await rule(fresh, aged, 30);
  const left = async () => (await countStock(ctx.db, [fresh, aged])).get(fresh)?.male ?? 0;
  expect(await ageStock(ctx, { findSetPrices })).toEqual({ more: false });
  expect(await left()).toBe(5);
  world.clock.advance(DAY_MS);
  await ageStock(ctx, { findSetPrices });
  expect(await left()).toBe(4);
  // What nobody said of an account follows its import.
  await bornOn(batchId, dayAgo(30));
  await ageStock(ctx, { findSetPrices });
  expect(await left()).toBe(2);
  await rule(fresh, aged, 1);
  expect((await next(0)).map(({ accounts }) => accounts)).toEqual([2]);
});

test('a day begins in the shop’s time zone', async () => {
  const [fresh, aged] = [await buildGoods(world.ctx), await buildGoods(world.ctx)];
  const batchId = await importInto(fresh, 1);
  await changeSettings(world.ctx, { time_zone: 'Pacific/Kiritimati' });
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Pacific/Kiritimati' });
  await bornOn(batchId, today.format(new Date(world.clock.now().getTime() - 5 * DAY_MS)));
  await rule(fresh, aged, 5);
  await ageStock(world.ctx, { findSetPrices });
  expect(await stockIn(aged)).toBe(1);
  await changeSettings(world.ctx, { time_zone: undefined });
});

test('an import in another form stays where it is, and the list says so', async () => {
  const { ctx } = world;
  const [fresh, aged] = [await buildGoods(ctx), await buildGoods(ctx)];
  const batchId = await importInto(fresh, 2);
  const form = { separator: '|', columns: ['account', 'password'], surplus: 'last', keeps_blanks: false };
  await ctx.db
    .updateTable('stock_batches')
    .set((batch) => ({ account_form: batch.cast(batch.val(JSON.stringify(form)), 'jsonb') as never }))
    .where('id', '=', batchId)
    .execute();
  await importInto(fresh, 1);
  await rule(fresh, aged, 1);
  world.clock.advance(DAY_MS);
  expect((await next()).map(({ accounts, fits }) => ({ accounts, fits }))).toEqual([
    { accounts: 2, fits: false },
    { accounts: 1, fits: true },
  ]);
  await ageStock(ctx, { findSetPrices });
  expect([await stockIn(fresh), await stockIn(aged)]).toEqual([2, 1]);
});

test('rules in a circle, to the same product, to an unknown one and to another form are refused', async () => {
  const { ctx } = world;
  const [a, b, c] = [await buildGoods(ctx), await buildGoods(ctx), await buildGoods(ctx)];
  const other = await buildGoods(ctx, { columns: ['account'] });
  await rule(a, b, 10);
  await rule(b, c, 20);
  await expect(rule(c, a, 30)).rejects.toMatchObject({ reason: 'parameterError' });
  await expect(rule(a, a, 30)).rejects.toMatchObject({ reason: 'parameterError' });
  await expect(rule(a, 999_999_999n, 30)).rejects.toMatchObject({ reason: 'notFound' });
  await expect(rule(a, other, 30)).rejects.toMatchObject({ reason: 'accountFormDiffers' });
  await deleteAgeingRule(admin.ctx, { params: { goods_id: String(b) } });
  await rule(c, a, 30);
});

test('undoing a move by age turns its rule off, so that it does not come again', async () => {
  const [fresh, aged] = [await buildGoods(world.ctx), await buildGoods(world.ctx)];
  await importInto(fresh, 3);
  await rule(fresh, aged, 1);
  world.clock.advance(DAY_MS);
  await ageStock(world.ctx, { findSetPrices });
  const [move] = (await listStockMoves(admin.ctx, { query: { limit: 1 } })).items;
  for (let time = 0; time < 2; time += 1)
    expect(await undoStockMove(admin.ctx, { params: { id: move!.id } }, { findSetPrices })).toEqual({
      moved_back: 3,
      rule_off: true,
    });
  const entries = await world.ctx.db
    .selectFrom('audit_entries')
    .select(['before', 'after'])
    .where('subject', '=', `goods:${fresh}`)
    .where('action', '=', 'stock.ageingRule')
    .orderBy('id')
    .execute();
  const facts = { goodsId: String(aged), days: 1 };
  expect(entries.slice(1)).toEqual([{ before: { ...facts, isOn: true }, after: { ...facts, isOn: false } }]);
  await ageStock(world.ctx, { findSetPrices });
  expect([await stockIn(fresh), await stockIn(aged)]).toEqual([3, 0]);
});

test('what moves day by day stays in as few ranges as it was imported in', async () => {
  const { ctx } = world;
  const [fresh, aged] = [await buildGoods(ctx), await buildGoods(ctx)];
  const ages = [5, 3, 4, 1, 2, 6];
  const lines = ages.map((age) => ({ text: `user-${randomUUID()}----secret`, born: dayAgo(age) }));
  for (const line of lines)
    await importStock(ctx, { goodsId: fresh, gender: 'unspecified', note: '', lines: [line] });
  const rangesOf = (goodsId: bigint) =>
    ctx.db
      .selectFrom('stock_ranges')
      .select(['next_id', 'end_id'])
      .where('goods_id', '=', goodsId)
      .orderBy('next_id')
      .execute();
  const [{ next_id: first, end_id: end } = { next_id: 0n, end_id: 0n }, ...none] = await rangesOf(fresh);
  expect(none).toEqual([]);
  await rule(fresh, aged, 6);
  const seen: string[] = [];
  for (let day = 0; day < ages.length; day += 1) {
    await ageStock(ctx, { findSetPrices });
    const moved = await rangesOf(aged);
    seen.push(moved.map((one) => `${one.next_id - first}-${one.end_id - first}`).join(' '));
    world.clock.advance(DAY_MS);
  }
  // One alone, then before and behind a range, and between two of them.
  expect(seen).toEqual(['5-6', '0-1 5-6', '0-1 2-3 5-6', '0-3 5-6', '0-3 4-6', '0-6']);
  const [move] = (await listStockMoves(admin.ctx, { query: { limit: 1 } })).items;
  await undoStockMove(admin.ctx, { params: { id: move!.id } }, { findSetPrices });
  expect((await rangesOf(aged)).map((one) => [one.next_id, one.end_id])).toEqual([
    [first, first + 3n],
    [first + 4n, end],
  ]);
  expect(await rangesOf(fresh)).toEqual([{ next_id: first + 3n, end_id: first + 4n }]);
});

test('what cost more than the other product asks stays, and is listed as such', async () => {
  const [fresh, aged] = [await buildGoods(world.ctx), await buildGoods(world.ctx, { price_micro: 500_000n })];
  const [dear, cheap] = [await importInto(fresh, 2), await importInto(fresh, 3)];
  const body = { born_on: dayAgo(40) };
  for (const [id, amount] of [[dear, '0.6'] as const, [cheap, '0.5'] as const])
    await updateStockBatch(
      admin.ctx,
      { params: { id: String(id) }, body: { ...body, cost: { amount, per: 'each' } } },
      lookups,
    );
  await rule(fresh, aged, 30);
  expect(await next()).toMatchObject([
    { batch_id: String(dear), below_cost: true },
    { batch_id: String(cheap), below_cost: false },
  ]);
  expect(await ageStock(world.ctx, { findSetPrices })).toEqual({ more: false });
  expect([await stockIn(fresh), await stockIn(aged)]).toEqual([2, 3]);
});
