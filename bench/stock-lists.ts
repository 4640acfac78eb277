/** Are the back office's lists of goods and stock quick with ten million items, and page 1,000 as quick as page 1? */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { countTroubledItems, findOrdersOfItems } from '../apps/server/src/features/orders/index.ts';
import { goodsRoutes } from '../apps/server/src/features/goods/index.ts';
import {
  effectOnSales,
  findSetPrices,
  holdLevels,
  listLevels,
} from '../apps/server/src/features/prices/index.ts';
import { hasReport } from '../apps/server/src/features/reports/index.ts';
import { buildGoods } from '../apps/server/src/testing/build.ts';
import { countSoldGoods } from '../apps/server/src/features/statistics/index.ts';
import { importStock, stockRoutes, withdrawItems } from '../apps/server/src/features/stock/index.ts';
import type { Ctx } from '../apps/server/src/platform/context.ts';
import { readFlags, table } from './setup/report.ts';
import { makeHistory } from './setup/history.ts';
import { makeKnownLines } from './setup/keep-buying.ts';
import { LIST_COLUMNS, listMeasures, type List } from './setup/list-measures.ts';
import { startPostgres } from './setup/postgres.ts';
import { openShop } from './setup/shop.ts';

const flags = readFlags({ items: [10_000_000], times: [60] });
const [items = 10_000_000] = flags.items;
const [times = 60] = flags.times;
const ORDERS = 20_000;
const OWN_LINES = 40_000;
/** Distance between two items withdrawn by name: each leaves another range. */
const GAP = 40;

const tag = randomBytes(6).toString('hex');
const lines = Array.from({ length: OWN_LINES }, (_, n) => `own-${tag}-${n}@mail.example----pass-${n}`);
const edge = { idempotencyKey: '', address: '', userAgent: '' };

/** A product whose texts can be read, in a thousand pieces. */
async function makeOwnStock(ctx: Ctx): Promise<{ goodsId: bigint; batchId: bigint }> {
  const goodsId = await buildGoods(ctx, {
    category_id: 1n,
    name: { en: 'Own' },
    genders: ['random'],
  });
  const { batchId } = await importStock(ctx, { goodsId, gender: 'unspecified', note: 'bench', lines });
  const { rows } = await sql<{ first: bigint }>`
    select min(first_id) as first from stock_batch_ranges where batch_id = ${batchId}`.execute(ctx.db);
  const first = rows[0]!.first;
  const named = Array.from({ length: OWN_LINES / GAP - 1 }, (_, n) => first + BigInt((n + 1) * GAP));
  const gone = named.map((id) => ({ firstId: id, endId: id + 1n }));
  await withdrawItems(ctx, { items: gone, reason: 'bench' });
  return { goodsId, batchId };
}

/** Whether a kept database is still empty. */
async function isNew({ db }: Ctx): Promise<boolean> {
  return (await sql`select from remedied_items limit 1`.execute(db)).rows.length === 0;
}

/** Every hundredth item, sold or not: more dead ones than any shop with customers has. */
async function makeBad({ db }: Ctx): Promise<void> {
  await sql`insert into remedied_items (item_id, order_id, timeline_id)
    select n * 100, 1, (select min(id) from order_timeline) from generate_series(1, ${items / 100}) n`.execute(
    db,
  );
}

const postgres = await startPostgres({}, flags.keep);
try {
  const shop = await openShop(postgres);
  const { ctx } = shop;
  await makeHistory(ctx, ORDERS, items);
  if (await isNew(ctx)) {
    await makeKnownLines(ctx, items);
    await makeBad(ctx);
  }
  const { goodsId, batchId } = await makeOwnStock(ctx);
  await sql`vacuum analyze`.execute(ctx.db);

  const goods = goodsRoutes({
    countSold: countSoldGoods,
    holdLevels,
    listLevels,
    effectOf: effectOnSales,
  });
  const stock = stockRoutes({
    countTroubled: countTroubledItems,
    ordersOf: findOrdersOfItems,
    hasReport,
    findSetPrices,
  });
  const { rows, measure, measureList } = listMeasures(times);
  const own = { goods_id: String(goodsId) };
  const ofBatch = { ...own, batch_id: String(batchId) };
  const page = (limit: number, cursor: string | null) => ({ limit, ...(cursor !== null && { cursor }) });
  const allGoods =
    (filter: object): List =>
    (limit, cursor) =>
      goods.listAllGoods(ctx, { query: { ...page(limit, cursor), ...filter } });
  const batches =
    (filter: object): List =>
    (limit, cursor) =>
      stock.listStockBatches(ctx, { ...edge, query: { ...page(limit, cursor), ...filter } });
  const unsold =
    (filter: typeof own): List =>
    (limit, cursor) =>
      stock.listUnsold(ctx, { query: { ...page(limit, cursor), ...filter } });
  const accounts = lines.slice(-100);

  await measureList('goods', allGoods({}));
  await measureList('goods, by a word', allGoods({ q: 'Product 4' }));
  await measureList('imports', batches({}));
  await measureList('imports of a product', batches(own));
  await measure('an import', '', () =>
    stock.readStockBatch(ctx, { ...edge, params: { id: String(batchId) } }),
  );
  await measureList('unsold of a product', unsold(own));
  await measureList('unsold of an import', unsold(ofBatch));
  await measure('count of unsold, a product', '', () => stock.countUnsold(ctx, { query: own }));
  await measure('count of unsold, an import', '', () => stock.countUnsold(ctx, { query: ofBatch }));
  await measure('a hundred lines found', '', () => stock.findItems(ctx, { ...edge, body: { accounts } }));
  await measure('a hundred lines unknown', '', () =>
    stock.findItems(ctx, { ...edge, body: { accounts: accounts.map((line) => `${line}-`) } }),
  );
  table(LIST_COLUMNS, rows);
  await shop.close();
} finally {
  postgres.stop();
}
