import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '../../../platform/clock.ts';
import { buildBuyer, buildGoods } from '../../../testing/build.ts';
import { signInAdmin, type TestAdmin } from '../../../testing/people.ts';
import { createWorld, isOnPostgres, type World } from '../../../testing/world.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { sql } from 'kysely';
import { placeOrder } from '../../orders/index.ts';
import { changeSettings } from '../../settings/index.ts';
import { getBatch } from '../import/batches.sql.ts';
import { decideHeldLines } from '../import/held-lines.ts';
import { importStock } from '../import/imports.ts';
import { rollBackImport } from '../import/stock-batches.ts';
import { findSetPrices } from '../../prices/index.ts';
import { moveStock, undoStockMove } from '../moving/move-stock.ts';
import { stopSale } from '../import/waiting-stock.ts';
import { findItemsByText } from '../search/find-items.ts';
import { countStock, type ItemRange } from '../stock.sql.ts';
import { listWithdrawn, restoreStock } from './restore-withdrawn.ts';
import { eraseWithdrawn, withdrawItems, withdrawStock } from './withdraw-items.ts';

const FUNDS_MICRO = 1_000_000_000n;
const lookups = { countTroubled: async () => new Map<bigint, never>() };

let world: World;
let admin: TestAdmin;
beforeAll(async () => {
  world = await createWorld();
  admin = await signInAdmin(world.ctx, ['stock.read', 'stock.withdraw']);
});

/** A product with accounts, and what is done with them. */
async function createStock(count: number) {
  const { ctx } = world;
  const goodsId = await buildGoods(ctx);
  const tag = randomUUID();
  const lines = Array.from({ length: count }, (_, index) => `user-${tag}-${index}----secret`);
  const input = { goodsId, gender: 'male', note: 'crate' } as const;
  const { batchId } = await importStock(ctx, { ...input, lines });
  const ids = (await findItemsByText(ctx, lines)).map(String);
  const withdraw = (item_ids?: string[], by: Ctx = admin.ctx) =>
    withdrawStock(by, {
      body: { goods_id: String(goodsId), reason: 'by mistake', ...(item_ids && { item_ids }) },
    });
  const restore = (body: Parameters<typeof restoreStock>[1]['body']) => restoreStock(admin.ctx, { body });
  const list = async (limit = 500) =>
    listWithdrawn(admin.ctx, { query: { batch_id: String(batchId), limit } });
  const counts = async () => {
    const { free, withdrawn } = await getBatch(ctx.db, batchId);
    return { free, withdrawn };
  };
  const buy = async (quantity: number) => {
    const buyer = await buildBuyer(ctx, FUNDS_MICRO);
    const body = { goods_id: String(goodsId), quantity, gender: 'male' as const };
    return placeOrder(buyer.ctx, { body, idempotencyKey: randomUUID() });
  };
  return { goodsId, tag, lines, input, batchId, ids, withdraw, restore, list, counts, buy };
}

async function eraseAll(): Promise<void> {
  while ((await eraseWithdrawn(world.ctx)).more);
}

test('a withdrawal is undone as a whole: every account is for sale again, once, with its text', async () => {
  const { ctx } = world;
  const { ids, withdraw, restore, counts, buy, input, lines } = await createStock(10);
  await buy(3);
  const { withdrawn, withdrawal_id, restorable_until } = await withdraw();
  expect({ withdrawn, restorable_until }).toEqual({
    withdrawn: 7,
    restorable_until: new Date(ctx.clock.now().getTime() + 7 * DAY_MS).toISOString(),
  });
  await eraseAll();
  await expect(buy(1)).rejects.toMatchObject({ reason: 'stockTooLow' });
  expect(await importStock(ctx, { ...input, lines })).toMatchObject({ added: 0, duplicates: 10 });
  expect(await restore({ withdrawal_id: withdrawal_id! })).toEqual({ restored: 7, left_out: 0 });
  expect(await restore({ withdrawal_id: withdrawal_id! })).toEqual({ restored: 0, left_out: 0 });
  expect(await counts()).toEqual({ free: 7, withdrawn: 0 });
  expect(await importStock(ctx, { ...input, lines })).toMatchObject({ added: 0, duplicates: 10 });
  await buy(7);
  await expect(buy(1)).rejects.toMatchObject({ reason: 'stockTooLow' });
  expect(
    (await ctx.db.selectFrom('stock_items').select('id').where('id', 'in', ids.map(BigInt)).execute()).length,
  ).toBe(10);
});

test('some of the withdrawn accounts of an import are restored, and the others stay listed', async () => {
  const { batchId, ids, withdraw, restore, list, counts } = await createStock(6);
  await withdraw(ids.slice(0, 5));
  const chosen = [ids[1]!, ids[3]!, ids[5]!];
  const body = { batch_id: String(batchId), item_ids: chosen };
  expect(await restore(body)).toEqual({ restored: 2, left_out: 0 });
  expect(await counts()).toEqual({ free: 3, withdrawn: 3 });
  const { items, total } = await list();
  expect({ ids: items.map(({ id }) => id), total }).toEqual({ ids: [ids[0], ids[2], ids[4]], total: 3 });
  expect(items[0]).toMatchObject({ masked: 'use••••••', reason: 'by mistake' });
  const page = await list(2);
  expect([page.items.length, page.next_cursor]).toEqual([2, ids[4]]);
  expect(await restore({ batch_id: String(batchId) })).toEqual({ restored: 3, left_out: 0 });
});

test('what is restored is audited by product, with who did it', async () => {
  const { goodsId, ids, withdraw, restore } = await createStock(3);
  await restore({ withdrawal_id: (await withdraw()).withdrawal_id! });
  const entry = await world.ctx.db
    .selectFrom('audit_entries')
    .select(['user_id', 'after'])
    .where('subject', '=', `goods:${goodsId}`)
    .where('action', '=', 'stock.restore')
    .executeTakeFirstOrThrow();
  expect(entry).toEqual({
    user_id: admin.user.id,
    after: { restored: 3, items: [`${ids[0]}-${ids[2]}`] },
  });
});

test('after the days of the setting the texts are erased, and nothing can be restored', async () => {
  const { goodsId, withdraw, restore, list } = await createStock(4);
  const { withdrawal_id } = await withdraw();
  await eraseAll();
  const countTexts = async () =>
    (await world.ctx.db.selectFrom('stock_items').select('id').where('goods_id', '=', goodsId).execute())
      .length;
  expect(await countTexts()).toBe(4);
  world.clock.advance(7 * DAY_MS);
  expect(await restore({ withdrawal_id: withdrawal_id! })).toEqual({ restored: 0, left_out: 0 });
  expect((await list()).items).toEqual([]);
  await eraseAll();
  expect(await countTexts()).toBe(0);
});

test('with no days at all, texts are erased at once', async () => {
  await changeSettings(world.ctx, { restore_days: 0 });
  const { withdraw, restore } = await createStock(2);
  const { withdrawal_id, restorable_until } = await withdraw();
  expect(restorable_until).toBeNull();
  expect(await restore({ withdrawal_id: withdrawal_id! })).toEqual({ restored: 0, left_out: 0 });
  await changeSettings(world.ctx, { restore_days: undefined });
});

test('an account that was imported anew in another spelling stays withdrawn', async () => {
  const { ctx } = world;
  const { tag, input, withdraw, restore, counts } = await createStock(3);
  const { withdrawal_id } = await withdraw();
  const again = await importStock(ctx, { ...input, lines: [`USER-${tag}-1----secret`] });
  await decideHeldLines(
    ctx,
    { params: { id: String(again.batchId) }, body: { decision: 'sell' } },
    { ...lookups },
  );
  expect(await restore({ withdrawal_id: withdrawal_id! })).toEqual({ restored: 2, left_out: 1 });
  expect(await counts()).toEqual({ free: 2, withdrawn: 1 });
});

test('of two spellings that were withdrawn one after the other, one goes back on sale', async () => {
  const { ctx } = world;
  for (const isNewerFirst of [false, true]) {
    const { tag, input, withdraw, restore, counts } = await createStock(1);
    const { withdrawal_id: older } = await withdraw();
    const { batchId } = await importStock(ctx, { ...input, lines: [`USER-${tag}-0----secret`] });
    const again = { params: { id: String(batchId) }, body: { decision: 'sell' as const } };
    await decideHeldLines(ctx, again, lookups);
    const { withdrawal_id: newer } = await withdraw();
    const turn = isNewerFirst ? [newer, older] : [older, newer];
    let [restored, left] = [0, 0];
    for (const id of turn) {
      const answer = await restore({ withdrawal_id: id! });
      [restored, left] = [restored + answer.restored, left + answer.left_out];
    }
    expect({ restored, left }).toEqual({ restored: 1, left: 1 });
    expect((await counts()).free + (await getBatch(ctx.db, batchId)).free).toBe(1);
  }
});

/** Does something while a step has changed the tables and has not ended; it has begun to wait before the step ends. */
async function whileOpen<T>(step: (inner: Ctx) => Promise<unknown>, act: () => Promise<T>): Promise<T> {
  let acting: Promise<T> | null = null;
  await inTransaction(admin.ctx, async (inner) => {
    await step(inner);
    acting = act();
    for (let isWaiting = false; !isWaiting;) {
      const { rows } = await sql<{ isWaiting: boolean }>`
        select exists (select from pg_locks where not granted
          and database = (select oid from pg_database where datname = current_database())) as "isWaiting"`.execute(
        world.ctx.db,
      );
      isWaiting = rows[0]!.isWaiting;
    }
  });
  return acting!;
}

test('accounts of a stopped import come back to the product that they were moved to, the others to where it waits', async () => {
  const { goodsId, batchId, ids, restore } = await createStock(6);
  const other = await buildGoods(world.ctx);
  const pair = { goods_id: String(goodsId), to_goods_id: String(other) };
  const body = { ...pair, item_ids: ids.slice(0, 2) };
  await moveStock(admin.ctx, { body, idempotencyKey: randomUUID() }, { findSetPrices });
  const withdraw = (id: bigint, named: string[]) =>
    withdrawStock(admin.ctx, { body: { goods_id: String(id), reason: 'by mistake', item_ids: named } });
  await withdraw(other, [ids[0]!]);
  await withdraw(goodsId, [ids[2]!]);
  expect(await stopSale(world.ctx, batchId, 3, 20)).toBe(true);
  expect(await restore({ batch_id: String(batchId) })).toEqual({ restored: 2, left_out: 0 });
  // Two of the other product stay on sale; four wait.
  expect(await getBatch(world.ctx.db, batchId)).toMatchObject({ free: 2, waiting: 4, withdrawn: 0 });
  expect((await countStock(world.ctx.db, [other])).get(other)?.male).toBe(2);
});

test('accounts of a stopped import that are moved back wait with it', async () => {
  const { goodsId, batchId, ids } = await createStock(6);
  const other = await buildGoods(world.ctx);
  const pair = { goods_id: String(goodsId), to_goods_id: String(other) };
  const body = { ...pair, item_ids: ids.slice(0, 2) };
  const moved = await moveStock(admin.ctx, { body, idempotencyKey: randomUUID() }, { findSetPrices });
  expect(await stopSale(world.ctx, batchId, 3, 20)).toBe(true);
  expect((await countStock(world.ctx.db, [other])).get(other)?.male).toBe(2);
  await undoStockMove(admin.ctx, { params: { id: moved.move_id! } }, { findSetPrices });
  expect(await getBatch(world.ctx.db, batchId)).toMatchObject({ free: 0, waiting: 6 });
});

// The embedded database has one connection.
test.runIf(isOnPostgres)(
  'what is being moved or moved back is found by takedowns and rollbacks',
  async () => {
    for (const isRollback of [false, true])
      for (const isUndone of [false, true]) {
        const { goodsId, batchId, ids } = await createStock(6);
        const other = await buildGoods(world.ctx);
        const body = { goods_id: String(goodsId), to_goods_id: String(other) };
        const move = (by: Ctx) => moveStock(by, { body, idempotencyKey: randomUUID() }, { findSetPrices });
        const id = isUndone ? (await move(admin.ctx)).move_id : null;
        const items = [{ firstId: BigInt(ids[0]!), endId: BigInt(ids[5]!) + 1n }];
        const withdrawn = await whileOpen(
          (inner) => (id ? undoStockMove(inner, { params: { id } }, { findSetPrices }) : move(inner)),
          async () =>
            isRollback
              ? (await rollBackImport(world.ctx, { params: { id: String(batchId) } })).withdrawn
              : withdrawItems(world.ctx, { items, reason: 'reported' }),
        );
        expect(withdrawn).toBe(6);
        expect(await countStock(world.ctx.db, [goodsId, other])).toEqual(new Map());
      }
  },
);

test.runIf(isOnPostgres)(
  'what is being withdrawn cannot be restored after a takedown or a rollback',
  async () => {
    for (const isRollback of [false, true]) {
      const { batchId, ids, withdraw, restore, counts } = await createStock(4);
      const items: ItemRange[] = [{ firstId: BigInt(ids[0]!), endId: BigInt(ids[3]!) + 1n }];
      await whileOpen(
        (inner) => withdraw(undefined, inner),
        (): Promise<unknown> =>
          isRollback
            ? rollBackImport(world.ctx, { params: { id: String(batchId) } })
            : withdrawItems(world.ctx, { items, reason: 'reported' }),
      );
      expect(await restore({ batch_id: String(batchId) })).toEqual({ restored: 0, left_out: 0 });
      expect(await counts()).toEqual({ free: 0, withdrawn: 4 });
    }
  },
);

test('an account that was on sale beside one like it is restored beside it', async () => {
  const { ctx } = world;
  const { tag, batchId, ids, input, withdraw, restore } = await createStock(2);
  const alike = await importStock(ctx, { ...input, lines: [`USER-${tag}-1----secret`] });
  await decideHeldLines(
    ctx,
    { params: { id: String(alike.batchId) }, body: { decision: 'sell' } },
    { ...lookups },
  );
  await withdraw(ids);
  await importStock(ctx, { ...input, lines: [`other-${tag}----secret`] });
  expect(await restore({ batch_id: String(batchId) })).toEqual({ restored: 2, left_out: 0 });
});

test('takedown requests and rolling an import back end what could be restored', async () => {
  const { batchId, ids, input, lines, withdraw, restore, counts } = await createStock(5);
  const { withdrawal_id } = await withdraw(ids.slice(0, 4));
  const claimed = { firstId: BigInt(ids[1]!), endId: BigInt(ids[1]!) + 1n };
  expect(await withdrawItems(world.ctx, { items: [claimed], reason: 'reported' })).toBe(0);
  expect(await restore({ batch_id: String(batchId), item_ids: ids.slice(0, 2) })).toEqual({
    restored: 1,
    left_out: 0,
  });
  expect(await rollBackImport(world.ctx, { params: { id: String(batchId) } })).toEqual({ withdrawn: 2 });
  expect(await restore({ withdrawal_id: withdrawal_id! })).toEqual({ restored: 0, left_out: 0 });
  expect(await counts()).toEqual({ free: 0, withdrawn: 5 });
  await eraseAll();
  const left = await world.ctx.db
    .selectFrom('stock_items')
    .select('id')
    .where('batch_id', '=', batchId)
    .execute();
  expect(left).toEqual([]);
  // All may be imported again but the one that was reported.
  const again = await importStock(world.ctx, { ...input, lines });
  expect((await getBatch(world.ctx.db, again.batchId)).added).toBe(4);
});

test('a call that names neither a withdrawal nor an import is refused', async () => {
  await expect(restoreStock(admin.ctx, { body: {} })).rejects.toMatchObject({ reason: 'missingParameters' });
});

test('while withdrawals and restorations compete with orders, every account goes one way', async () => {
  const { batchId, ids, withdraw, restore, counts, buy } = await createStock(120);
  const bought = async () => {
    try {
      await buy(5);
      return 5;
    } catch (error) {
      expect(error).toMatchObject({ reason: 'stockTooLow' });
      return 0;
    }
  };
  const tries = Array.from({ length: 30 }, (_, index) => {
    if (index % 3 === 0) return bought();
    const part = ids.slice(index * 4, index * 4 + 8);
    return index % 3 === 1
      ? withdraw(part).then(() => 0)
      : restore({ batch_id: String(batchId), item_ids: ids.slice(0, 100) }).then(() => 0);
  });
  const sold = (await Promise.all(tries)).reduce((sum, count) => sum + count, 0);
  await restore({ batch_id: String(batchId) });
  expect(await counts()).toEqual({ free: 120 - sold, withdrawn: 0 });
});
