import { CHECK_FIGURES, type CheckedAccount } from '@portside/contract';
import { errors } from '@portside/contract/wire/errors';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../platform/clock.ts';
import { createCheckerShop, say } from '../../testing/checker-shop.ts';
import { signInAdmin } from '../../testing/people.ts';
import { refuse } from '../../platform/refusal.ts';
import { findLedgerMismatches } from '../ledger/index.ts';
import { changeSettings } from '../settings/index.ts';
import { askBeforeSale, importStock, withdrawItems } from '../stock/index.ts';
import { createCheckAccountsJob } from './check-accounts.ts';
import { settleChecks } from './settle-checks.ts';

let world: Awaited<ReturnType<typeof createCheckerShop>>;
beforeAll(async () => {
  world = await createCheckerShop();
});
beforeEach(() => world.beginTest());

type Imported = Awaited<ReturnType<typeof world.imported>>;

const call = (admin: Imported['admin'], method: string, path: string, body?: object) =>
  world.shop.call(method, `/api/${path}`, body, admin.headers);

async function idsOf({ id }: Imported): Promise<string[]> {
  const rows = await world.ctx.db
    .selectFrom('stock_items')
    .select('id')
    .where('batch_id', '=', id)
    .orderBy('id')
    .execute();
  return rows.map((row) => String(row.id));
}

test('accounts that wait are withdrawn by name, and restored to where they waited', async () => {
  const batch = await world.imported(4);
  const ids = await idsOf(batch);
  const withdraw = { goods_id: String(batch.goodsId), item_ids: ids.slice(1, 3), reason: 'reported' };
  expect((await call(batch.admin, 'POST', 'stock/withdrawals', withdraw)).data).toMatchObject({
    withdrawn: 2,
  });
  expect(await batch.read()).toMatchObject({ waiting: 2, withdrawn: 2, free: 0, sold: 0 });
  const restore = { batch_id: String(batch.id), item_ids: ids.slice(2, 3) };
  expect((await call(batch.admin, 'POST', 'stock/withdrawals/restored', restore)).data).toMatchObject({
    restored: 1,
  });
  expect(await batch.read()).toMatchObject({ waiting: 3, withdrawn: 1, free: 0 });
  await world.checkAndSettle();
  expect(world.checker.asked).toHaveLength(3);
  expect(await batch.read()).toMatchObject({ waiting: 0, withdrawn: 1, free: 3, sold: 0 });
});

test('what the shop settles itself in a day stays within what one admin may', async () => {
  world.the.answer = say('dead');
  const settled = async (expected: string) => {
    const sale = await world.sellChecked(1, { remedy: 'refund' }, { price: 60 });
    await sale.claim(await sale.ids());
    await world.checkAndSettle();
    expect((await sale.items())[0]!.state).toBe(expected);
  };
  await settled('refunded');
  await settled('good');
  world.shop.clock.advance(DAY_MS + 1);
  await settled('refunded');
});

test('nothing is settled after claims are no longer checked, nor for a buyer who is frozen', async () => {
  world.the.answer = say('dead');
  const off = await world.sellChecked(1, { remedy: 'refund' });
  await off.claim(await off.ids());
  await world.check();
  await world.set({ remedy: 'refund', goods_ids: [String(off.goodsId)], checks_claims: false });
  await settleChecks(world.ctx);
  expect((await off.items())[0]!.state).toBe('good');
  const frozen = await world.sellChecked(1, { remedy: 'refund' });
  await frozen.claim(await frozen.ids());
  await world.check();
  await world.ctx.db.updateTable('users').set({ status: 'frozen' }).where('id', '=', frozen.userId).execute();
  await settleChecks(world.ctx);
  expect((await frozen.items())[0]!.state).toBe('good');
});

test('where many of the accounts that are sold next are dead, they stay for a person', async () => {
  world.the.answer = say('dead');
  const { goodsId, admin } = await world.imported(12, { sample_size: 0, goods_ids: [] });
  await world.set({ sample_size: 0, ahead: 6, goods_ids: [String(goodsId)] });
  await world.checkAndSettle();
  expect(await world.freeOf(goodsId)).toBe(12);
  const left = async () => (await call(admin, 'GET', 'admin/checker')).data.dead_on_sale;
  const [found] = await left();
  expect(found).toMatchObject({ goods_id: String(goodsId) });
  expect(found.item_ids).toHaveLength(6);
  const tasks = (await call(admin, 'GET', 'admin/tasks')).data.tasks;
  expect(tasks.find(({ kind }: any) => kind === 'deadStock')).toMatchObject({ count: 6 });
  await call(admin, 'POST', 'stock/withdrawals', { ...found, reason: 'checked by hand' });
  expect(await world.freeOf(goodsId)).toBe(6);
  expect(await left()).toEqual([]);
});

test('what the checker has withdrawn can be restored, even where the shop keeps nothing', async () => {
  world.the.answer = say('dead');
  const { goodsId, id, admin } = await world.imported(30, { sample_size: 0, goods_ids: [] });
  await changeSettings(world.ctx, { restore_days: 0 });
  await world.set({ sample_size: 0, ahead: 1, goods_ids: [String(goodsId)] });
  await world.checkAndSettle();
  expect(await world.freeOf(goodsId)).toBe(29);
  const restored = await call(admin, 'POST', 'stock/withdrawals/restored', { batch_id: String(id) });
  expect(restored.data).toMatchObject({ restored: 1 });
});

test('an account is no longer sent once its product is not checked, or it is not where it was', async () => {
  const batch = await world.imported(4);
  await settleChecks(world.ctx);
  await batch.post('release');
  await createCheckAccountsJob(world.ctx).run();
  expect(world.checker.asked).toEqual([]);
  await settleChecks(world.ctx);
  expect(await batch.read('/check')).toMatchObject({ open: 0, unknown: 4 });
  const other = await world.imported(2);
  await settleChecks(world.ctx);
  await world.set({ goods_ids: [] });
  await world.checkAndSettle();
  expect(world.checker.asked).toEqual([]);
  expect(await other.read()).toMatchObject({ waits_for: null, free: 2 });
});

test('an import waits for an operator as long as some of it waits', async () => {
  const { ctx } = world;
  const one = await world.imported(2);
  await askBeforeSale(ctx.db, one.id);
  const listed = async () =>
    (await call(one.admin, 'GET', 'stock/batches?waiting=true')).data.items.map(({ id }: any) => id);
  expect(await listed()).toContain(String(one.id));
  const items = await ctx.db
    .selectFrom('stock_batch_ranges')
    .select(['first_id as firstId', 'end_id as endId'])
    .where('batch_id', '=', one.id)
    .execute();
  expect(await withdrawItems(ctx, { items, reason: 'all dead' })).toBe(2);
  expect(await listed()).not.toContain(String(one.id));
  const other = await world.imported(2);
  await askBeforeSale(ctx.db, other.id);
  await other.post('release');
  expect(await listed()).not.toContain(String(other.id));
});

test('an import that broke off is a task, and one that cannot be settled holds back no other', async () => {
  const [one, other] = [await world.imported(2), await world.imported(2)];
  await world.set({ goods_ids: [String(one.goodsId), String(other.goodsId)] });
  await world.ctx.db
    .updateTable('stock_batches')
    .set({ state: 'unfinished' })
    .where('id', '=', one.id)
    .execute();
  const waiting = async () =>
    (await call(one.admin, 'GET', 'admin/tasks')).data.tasks.find(
      ({ kind }: any) => kind === 'waitingImports',
    );
  expect(await waiting()).toMatchObject({ count: 1 });
  const listed = (await call(one.admin, 'GET', 'stock/batches?waiting=true')).data.items;
  expect(listed.map(({ id }: any) => id)).toEqual([String(one.id)]);
  await world.ctx.db.updateTable('stock_batches').set({ state: 'done' }).where('id', '=', one.id).execute();
  await world.check();
  let fails = 0;
  world.ctx.events.on('batchReleased', async (_, { batchId }) => {
    if (batchId === one.id && fails++ === 0) throw new Error('it cannot be put on sale');
  });
  expect(await settleChecks(world.ctx)).toEqual({ more: false });
  expect(await one.read()).toMatchObject({ waiting: 2 });
  expect(await other.read()).toMatchObject({ waiting: 0, free: 2 });
  world.shop.clock.advance(MINUTE_MS);
  await settleChecks(world.ctx);
  expect(await one.read()).toMatchObject({ waiting: 0, free: 2 });
});

test('an import is checked once none of its lines is held', async () => {
  const batch = await world.imported(3);
  const target = { goodsId: batch.goodsId, gender: 'unspecified', note: '' } as const;
  const again = `${batch.lines[0]!.split('----')[0]}----other`;
  const { batchId } = await importStock(world.ctx, { ...target, lines: ['unlike-any----secret', again] });
  await world.checkAndSettle();
  expect(await batch.read()).toMatchObject({ waits_for: null });
  const read = async () => (await call(batch.admin, 'GET', `stock/batches/${batchId}`)).data;
  expect(await read()).toMatchObject({ waits_for: 'check', waiting: 1, held: { 'same login': 1 } });
  await call(batch.admin, 'POST', `stock/batches/${batchId}/held-lines`, { decision: 'sell' });
  expect(await read()).toMatchObject({ waiting: 2 });
  world.checker.asked.length = 0;
  await world.checkAndSettle();
  expect(world.checker.asked).toHaveLength(2);
  expect(await read()).toMatchObject({ waits_for: null, waiting: 0, free: 2 });
});

test('a remedy that is refused on its way leaves nothing', async () => {
  world.the.answer = say('dead');
  const sale = await world.sellChecked(1, { remedy: 'refund' });
  await sale.claim(await sale.ids());
  world.ctx.events.on('orderRefunded', async (_, { orderNo }) => {
    if (orderNo === sale.orderNo) refuse('notFound', 'too late');
  });
  await world.checkAndSettle();
  expect((await sale.items())[0]!.state).toBe('good');
  expect(await sale.balance()).toBe('10');
  const path = `admin/orders/${sale.orderNo}/checks`;
  expect((await call(sale.admin, 'GET', path)).data.items[0]).toMatchObject({ outcome: 'byHand' });
  expect(await findLedgerMismatches(world.ctx.db)).toEqual([]);
});

test('each figure of the last 24 hours is a list of what it counts, page by page', async () => {
  world.shop.clock.advance(DAY_MS + 1);
  const sale = await world.sellChecked(3, { remedy: 'refund' });
  world.the.answer = (account, response) =>
    say(account === sale.lines[0] ? 'dead' : 'good')(account, response);
  await sale.claim((await sale.ids()).slice(0, 2));
  await world.checkAndSettle();
  world.the.answer = say('unknown');
  const batch = await world.imported(2);
  await world.checkAndSettle();
  const read = async (path: string) => (await call(batch.admin, 'GET', `admin/checker${path}`)).data;
  const { figures } = await read('');
  expect(figures).toMatchObject({ good: 1, dead: 1, unknown: 2, remedied: 1 });
  for (const figure of CHECK_FIGURES) {
    const items: CheckedAccount[] = [];
    let cursor = '';
    do {
      const page = await read(`/checks?figure=${figure}&limit=1${cursor}`);
      items.push(...page.items);
      cursor = page.next_cursor && `&cursor=${page.next_cursor}`;
    } while (cursor);
    expect(items, figure).toHaveLength(figures[figure]);
    expect(new Set(items.map(({ item_id: id }) => id)).size).toBe(items.length);
    for (const one of items)
      if (figure === 'remedied')
        expect(one).toMatchObject({ result: 'dead', remedied_at: expect.any(String) });
      else expect(one.result).toBe(figure);
  }
  const claimed = { kind: 'claim', order_no: sale.orderNo, batch_id: null, outcome: 'refunded' };
  expect((await read('/checks?figure=dead')).items).toMatchObject([claimed]);
  const imported = { kind: 'import', order_no: null, batch_id: String(batch.id), failure: null };
  expect((await read('/checks?figure=unknown')).items).toMatchObject([imported, imported]);
  for (const wrong of ['figure=dead&cursor=x', 'figure=x'])
    expect((await call(batch.admin, 'GET', `admin/checker/checks?${wrong}`)).code).toBe(
      errors.invalidFormat.code,
    );
  world.shop.clock.advance(DAY_MS + 1);
  const nextDay = await call(await signInAdmin(world.ctx), 'GET', 'admin/checker/checks?figure=dead');
  expect(nextDay.data.items).toEqual([]);
});
