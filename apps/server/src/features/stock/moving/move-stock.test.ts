import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildBuyer, buildGoods } from '../../../testing/build.ts';
import { buildPriceList } from '../../../testing/build-prices.ts';
import { signInAdmin, type TestAdmin } from '../../../testing/people.ts';
import { createWorld, type World } from '../../../testing/world.ts';
import { findGoods } from '../../goods/index.ts';
import { findOrdersOfItems, placeOrder } from '../../orders/index.ts';
import { findSetPrices } from '../../prices/index.ts';
import { hasReport } from '../../reports/index.ts';
import { getBatch } from '../import/batches.sql.ts';
import { listHeldLines } from '../import/held-lines.ts';
import { importStock } from '../import/imports.ts';
import { rollBackImport, updateStockBatch } from '../import/stock-batches.ts';
import { openItems } from '../items.sql.ts';
import { findItemsByText } from '../search/find-items.ts';
import { searchItems } from '../search/search-items.ts';
import { countStock } from '../stock.sql.ts';
import { listStockMoves, moveStock, previewStockMove, undoStockMove } from './move-stock.ts';

const FUNDS_MICRO = 1_000_000_000_000n;

let world: World;
let admin: TestAdmin;
beforeAll(async () => {
  world = await createWorld();
  admin = await signInAdmin(world.ctx, ['stock.read', 'stock.import', 'stock.withdraw']);
});

/** A product with an import, another one without, and what is done between them. */
async function createPair(count: number, target: Parameters<typeof buildGoods>[1] = {}) {
  const { ctx } = world;
  const [from, to] = [await buildGoods(ctx), await buildGoods(ctx, target)];
  const tag = randomUUID();
  const lines = Array.from({ length: count }, (_, index) => `user-${tag}-${index}----secret`);
  const { batchId } = await importStock(ctx, { goodsId: from, gender: 'male', note: 'crate', lines });
  const ids = (await findItemsByText(ctx, lines)).map(String);
  const pair = { goods_id: String(from), to_goods_id: String(to) };
  const move = (part: object = {}, key: string = randomUUID()) =>
    moveStock(admin.ctx, { body: { ...pair, ...part }, idempotencyKey: key }, { findSetPrices });
  const undo = (id: string | null) => undoStockMove(admin.ctx, { params: { id: id! } }, { findSetPrices });
  const preview = (part: object = {}) =>
    previewStockMove(admin.ctx, { body: { ...pair, ...part } }, { findSetPrices });
  const stock = async () => {
    const counts = await countStock(ctx.db, [from, to]);
    return [counts.get(from)?.male ?? 0, counts.get(to)?.male ?? 0];
  };
  const buyer = await buildBuyer(ctx, FUNDS_MICRO);
  const buy = async (goodsId: bigint, quantity: number): Promise<string> => {
    const body = { goods_id: String(goodsId), quantity, gender: 'random' as const };
    return (await placeOrder(buyer.ctx, { body, idempotencyKey: randomUUID() })).order_no;
  };
  return { from, to, tag, lines, batchId, ids, move, undo, preview, stock, buy };
}

/** Any other failure is one of ours. */
function unlessTooLow(error: unknown): null {
  expect(error).toMatchObject({ reason: 'stockTooLow' });
  return null;
}

const listIn = async (goodsId: bigint): Promise<bigint[]> => {
  const rows = await world.ctx.db
    .selectFrom('stock_ranges')
    .select(['next_id as firstId', 'end_id as endId'])
    .where('goods_id', '=', goodsId)
    .execute();
  return rows
    .flatMap(({ firstId, endId }) =>
      Array.from({ length: Number(endId - firstId) }, (_, at) => firstId + BigInt(at)),
    )
    .toSorted((a, b) => Number(a - b));
};

test('all of a product, so many, or those named go to another product; what is sold stays sold', async () => {
  const { from, to, batchId, ids, move, stock, buy } = await createPair(12);
  await buy(from, 2);
  expect(await move({ quantity: 3 })).toMatchObject({ moved: 3 });
  expect(await listIn(to)).toEqual(ids.slice(2, 5).map(BigInt));
  expect(await move({ item_ids: [ids[0]!, ids[9]!, ids[2]!] })).toMatchObject({ moved: 1 });
  expect(await stock()).toEqual([6, 4]);
  expect(await move({ batch_id: String(batchId) })).toMatchObject({ moved: 6 });
  expect(await move()).toEqual({ moved: 0, move_id: null });
  expect(await stock()).toEqual([0, 10]);
  await buy(to, 10);
  await expect(buy(to, 1)).rejects.toMatchObject({ reason: 'stockTooLow' });
});

test('what was moved keeps its text, its import, its cost and its counts', async () => {
  const { ctx } = world;
  const { from, to, tag, lines, batchId, ids, move, buy } = await createPair(5);
  await move({ quantity: 3 });
  await buy(to, 1);
  expect(await getBatch(ctx.db, batchId)).toMatchObject({ free: 4, withdrawn: 0, moved_to: [String(to)] });
  const items = await openItems(ctx, [{ firstId: BigInt(ids[0]!), endId: BigInt(ids[4]!) + 1n }]);
  expect(items.map(({ text }) => text)).toEqual(lines);
  const found = async (index: number) =>
    (
      await searchItems(
        admin.ctx,
        { body: { name: `user-${tag}-${index}` } },
        { ordersOf: findOrdersOfItems, hasReport },
      )
    ).found[0];
  expect(await found(1)).toMatchObject({ state: 'free', goods_id: String(to) });
  expect(await found(0)).toMatchObject({ state: 'sold', goods_id: String(to), order_no: null });
  const again = lines.slice(0, 2).map((line) => line.replace('user', 'USER'));
  const alike = await importStock(ctx, { goodsId: from, gender: 'male', note: '', lines: again });
  const query = { limit: 10 };
  const held = await listHeldLines(
    ctx,
    { params: { id: String(alike.batchId) }, query },
    { ordersOf: findOrdersOfItems },
  );
  expect(held.items.map(({ like }) => [like?.state, like?.goods_id])).toEqual([
    ['sold', String(to)],
    ['free', String(to)],
  ]);
  expect(await rollBackImport(ctx, { params: { id: String(batchId) } })).toEqual({ withdrawn: 4 });
  expect(await listIn(to)).toEqual([]);
});

test('a move is undone as far as its accounts are unsold, once', async () => {
  const { from, to, move, undo, stock, buy } = await createPair(8);
  const { move_id: id } = await move({ quantity: 6 });
  await buy(to, 2);
  const [listed] = (await listStockMoves(admin.ctx, { query: { limit: 1 } })).items;
  expect(listed).toMatchObject({ id, accounts: 6, unsold: 4, moved_back: null });
  expect(await undo(id)).toEqual({ moved_back: 4, rule_off: false });
  expect(await undo(id)).toEqual({ moved_back: 4, rule_off: false });
  expect(await stock()).toEqual([6, 0]);
  await buy(from, 6);
  await expect(undo('999999999')).rejects.toMatchObject({ reason: 'notFound' });
});

test('what went on to a third product stays there when the first move is undone', async () => {
  const { to, move, undo, stock } = await createPair(6);
  const third = await buildGoods(world.ctx);
  const { move_id: id } = await move({ quantity: 5 });
  const body = { goods_id: String(to), to_goods_id: String(third), quantity: 2 };
  await moveStock(admin.ctx, { body, idempotencyKey: randomUUID() }, { findSetPrices });
  expect(await undo(id)).toMatchObject({ moved_back: 3 });
  expect([...(await stock()), (await listIn(third)).length]).toEqual([4, 0, 2]);
});

test('a repeated call moves nothing more, and a key of another call is refused', async () => {
  const { move, stock } = await createPair(6);
  const first = await move({ quantity: 2 }, 'twice');
  expect(await move({ quantity: 2 }, 'twice')).toEqual(first);
  await expect(move({ quantity: 3 }, 'twice')).rejects.toMatchObject({ reason: 'keyReused' });
  expect(await stock()).toEqual([4, 2]);
});

test('a product of another form takes nothing, and the preview says so', async () => {
  const { move, preview, stock } = await createPair(4, { columns: ['account', 'password', 'recovery'] });
  expect(await preview()).toMatchObject({ accounts: 4, misfits: 4 });
  await expect(move()).rejects.toMatchObject({ reason: 'accountFormDiffers' });
  expect(await stock()).toEqual([4, 0]);
});

test('the preview counts what a move would take, with what is known of its cost', async () => {
  const { ctx } = world;
  const { from, batchId, preview } = await createPair(4);
  await ctx.db
    .updateTable('stock_batches')
    .set({ cost_micro: 1_000_000n, cost_per: 'all' })
    .where('id', '=', batchId)
    .execute();
  await importStock(ctx, { goodsId: from, gender: 'male', note: '', lines: [`late-${randomUUID()}----x`] });
  expect(await preview()).toEqual({
    accounts: 5,
    misfits: 0,
    below_cost: 0,
    imports: 2,
    suppliers: 0,
    cost: '1',
    unknown_cost: 1,
    source_stock: 5,
    target_stock: 0,
  });
  expect(await preview({ quantity: 3 })).toMatchObject({ accounts: 3, imports: 1, cost: '0.75' });
});

test('an unknown product and the same one are refused', async () => {
  const { from, preview } = await createPair(1);
  await expect(preview({ to_goods_id: '999999999' })).rejects.toMatchObject({ reason: 'notFound' });
  await expect(preview({ to_goods_id: String(from) })).rejects.toMatchObject({ reason: 'parameterError' });
});

test('while moves, their undoing and orders of both products compete, no account is sold twice or lost', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { from, to, ids, move, undo, buy } = await createPair(240);
    // One after the other: orders that wait together would be one transaction.
    const orders: string[] = [];
    const shoppers = [from, to, from, to].map(async (goodsId) => {
      for (let count = 0; count < 15; count += 1) {
        const order = await buy(goodsId, 2).catch(unlessTooLow);
        if (order !== null) orders.push(order);
      }
    });
    const movers = [0, 1, 2].map(async (mover) => {
      for (let count = 0; count < 8; count += 1) {
        const at = (mover * 8 + count) * 9;
        const { move_id: id } = await move({ item_ids: ids.slice(at, at + 25) });
        if (count % 2 === 1 && id) await undo(id);
      }
    });
    await Promise.all([...shoppers, ...movers]);
    const sold = await world.ctx.db
      .selectFrom('order_ranges')
      .innerJoin('orders', 'orders.id', 'order_ranges.order_id')
      .select(['first_id as firstId', 'end_id as endId'])
      .where('order_no', 'in', [...orders, ''])
      .execute();
    const gone = sold.flatMap(({ firstId, endId }) =>
      Array.from({ length: Number(endId - firstId) }, (_, at) => firstId + BigInt(at)),
    );
    const all = [...gone, ...(await listIn(from)), ...(await listIn(to))].toSorted((a, b) => Number(a - b));
    expect(all).toEqual(ids.map(BigInt));
  }
});

describe('what accounts cost', () => {
  const costOf = async (goodsId: bigint) =>
    (await findGoods(world.ctx.db, [goodsId])).get(goodsId)!.cost_micro;
  const setCost = (batchId: bigint, amount: string) =>
    updateStockBatch(
      admin.ctx,
      { params: { id: String(batchId) }, body: { cost: { amount, per: 'all' } } },
      { countTroubled: async () => new Map<bigint, never>() },
    );
  const setPrice = (id: bigint, price_micro: bigint) =>
    world.ctx.db.updateTable('goods').set({ price_micro }).where('id', '=', id).execute();

  test('goes along, rounded up, and is the floor of where they are', async () => {
    const { from, to, batchId, move, undo } = await createPair(3, { price_micro: 2_000_000n });
    await setCost(batchId, '1');
    expect(await costOf(from)).toBe(333_334n);
    const { move_id: id } = await move({ quantity: 2 });
    expect([await costOf(from), await costOf(to)]).toEqual([333_334n, 333_334n]);
    await move();
    expect([await costOf(from), await costOf(to)]).toEqual([333_334n, 333_334n]);
    await undo(id);
    expect([await costOf(from), await costOf(to)]).toEqual([333_334n, 333_334n]);
    await setCost(batchId, '6');
    expect([await costOf(from), await costOf(to)]).toEqual([2_000_000n, 2_000_000n]);
  });

  test('one person moves nothing to where it is sold below that', async () => {
    const { from, to, batchId, move, preview, stock } = await createPair(4, { price_micro: 500_000n });
    await setCost(batchId, '2.4');
    expect(await preview()).toMatchObject({ accounts: 4, below_cost: 4 });
    await expect(move()).rejects.toMatchObject({
      reason: 'belowFloor',
      faults: [{ field: 'to_goods_id', fault: 'small' }],
    });
    expect(await stock()).toEqual([4, 0]);
    // Two have agreed to sell them as cheaply where they are.
    await setPrice(from, 500_000n);
    expect(await preview()).toMatchObject({ below_cost: 0 });
    expect(await move({ quantity: 1 })).toMatchObject({ moved: 1 });
    await setPrice(from, 700_000n);
    await setPrice(to, 600_000n);
    expect(await move()).toMatchObject({ moved: 3 });
  });

  test('nor where a price list or a tier asks less, and nothing back to a product that became cheaper', async () => {
    const tiers = [{ minQuantity: 100, priceMicro: 500_000n }];
    const tiered = await createPair(1, { price_micro: 2_000_000n, tiers });
    await setCost(tiered.batchId, '0.6');
    await expect(tiered.move()).rejects.toMatchObject({ reason: 'belowFloor' });

    const { from, to, batchId, move, undo } = await createPair(1, { price_micro: 2_000_000n });
    await setCost(batchId, '0.6');
    const list = await buildPriceList(world.ctx, 'everybody', to, { 1: 500_000n });
    await expect(move()).rejects.toMatchObject({ reason: 'belowFloor' });
    await world.ctx.db.updateTable('price_lists').set({ is_on: false }).where('id', '=', list).execute();
    const { move_id: id } = await move();
    await setPrice(from, 100_000n);
    await expect(undo(id)).rejects.toMatchObject({ reason: 'belowFloor', faults: [] });
    expect(await listIn(to)).toHaveLength(1);
  });

  test('a move is undone while no price where they came from is lower than it was', async () => {
    const { ctx } = world;
    const { from, to, batchId, move, undo } = await createPair(2, { price_micro: 1_500_000n });
    await setPrice(from, 1_000_000n);
    await setCost(batchId, '1.6');
    const list = await buildPriceList(ctx, 'everybody', from, { 1: 700_000n });
    const { move_id: id } = await move();
    await ctx.db
      .updateTable('price_list_prices')
      .set({ price_micro: 699_999n })
      .where('list_id', '=', list)
      .execute();
    await expect(undo(id)).rejects.toMatchObject({ reason: 'belowFloor' });
    await ctx.db
      .updateTable('price_list_prices')
      .set({ price_micro: 700_000n })
      .where('list_id', '=', list)
      .execute();
    expect(await undo(id)).toMatchObject({ moved_back: 2 });
    expect([(await listIn(from)).length, (await listIn(to)).length]).toEqual([2, 0]);
  });
});
