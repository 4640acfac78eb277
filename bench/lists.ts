/** Are lists, searches and figures quick on millions of orders, and page 1,000 as quick as page 1? */
import { countTroubledItems, listAllOrders, listOrders } from '../apps/server/src/features/orders/index.ts';
import {
  rollUpDailyTotals,
  listBestSellers,
  listLowStock,
  listSales,
  readDashboard,
  readIncomeTrend,
  totalOrders,
} from '../apps/server/src/features/statistics/index.ts';
import { listOfferSales, readCustomers } from '../apps/server/src/features/statistics/customer-sales.ts';
import { listProfit, listSupplierProfit } from '../apps/server/src/features/statistics/profit.ts';
import { listReorder } from '../apps/server/src/features/statistics/reorder.ts';
import { listStockBatches } from '../apps/server/src/features/stock/index.ts';
import type { Ctx } from '../apps/server/src/platform/context.ts';
import { readFlags, figures, table } from './setup/report.ts';
import { addOrders, makeHistory, type History } from './setup/history.ts';
import { LIMIT, LIST_COLUMNS, listMeasures, type List } from './setup/list-measures.ts';
import { startPostgres } from './setup/postgres.ts';
import { openShop } from './setup/shop.ts';
import { userActor } from '../apps/server/src/platform/actor.ts';
import { DAY_MS } from '../apps/server/src/platform/clock.ts';

const flags = readFlags({ orders: [5_000_000], items: [10_000_000], times: [60] });
const [orders = 5_000_000] = flags.orders;
const [items = 10_000_000] = flags.items;
const [times = 60] = flags.times;

/** Orders not rolled up yet at the busiest moment. */
const NOT_ROLLED_UP = 20_000;

const { rows, measure, measureList } = listMeasures(times);

const asUser = (ctx: Ctx, userId: bigint): Ctx => ({ ...ctx, actor: userActor(userId) });

const own =
  (ctx: Ctx, filter: object): List =>
  (limit, cursor) =>
    listOrders(ctx, { query: { limit, ...(cursor !== null && { cursor }), ...filter } });

const all =
  (ctx: Ctx, filter: object): List =>
  (limit, cursor) =>
    listAllOrders(ctx, { query: { limit, ...(cursor !== null && { cursor }), ...filter } });

async function measureBuyers(ctx: Ctx, history: History): Promise<void> {
  const ago = (days: number): string => new Date(history.last.getTime() - days * DAY_MS).toISOString();
  const month = ago(180).slice(2, 7).replace('-', '');
  const wholesale = asUser(ctx, history.wholesaler);
  await measureList('buyer of a million: all', own(wholesale, {}));
  await measureList('… a time', own(wholesale, { from: ago(210), to: ago(150) }));
  await measureList('… beginning of an order number', own(wholesale, { order_no: month }));
  await measureList('… a category', own(wholesale, { category: String(history.category) }));
  await measureList(
    '… a category, a time',
    own(wholesale, { category: String(history.category), from: ago(210), to: ago(150) }),
  );
  await measureList('buyer of two hundred: all', own(asUser(ctx, history.ordinary), {}));
}

async function measureOperators(ctx: Ctx, history: History): Promise<void> {
  const ago = (days: number): string => new Date(history.last.getTime() - days * DAY_MS).toISOString();
  const half = { from: ago(210), to: ago(150) };
  const [goods, rare, category] = [history.popular, history.rare, history.category].map(String);
  const filters: [string, object][] = [
    ['all orders', {}],
    ['a time', half],
    ['beginning of an order number', { order_no: ago(100).slice(2, 10).replaceAll('-', '') }],
    ['a buyer', { buyer: 'buyer-00100' }],
    ['ten buyers', { buyer: 'buyer-0123' }],
    ['a category', { category }],
    ['a product', { goods }],
    ['a product hardly ever bought', { goods: rare }],
    ['completed', { status: 'completed' }],
    ['processing (200 of them)', { status: 'processing' }],
    ['refunded', { status: 'refunded' }],
    ['an agent', { agent: String(history.bigAgent) }],
    ['an agent of ten buyers', { agent: String(history.smallAgent) }],
    ['an amount', { amount_from: '20', amount_to: '21' }],
    ['an amount that nobody paid', { amount_from: '1000' }],
    ['product, status, time', { goods, status: 'refunded', ...half }],
    ['buyer, category', { buyer: 'buyer-00100', category }],
    ['buyer, amount that nobody paid', { buyer: 'buyer-00100', amount_from: '1000' }],
    ['agent, status, time', { agent: String(history.bigAgent), status: 'completed', ...half }],
    ['category, amount', { category, amount_from: '20' }],
  ];
  for (const [what, filter] of filters) await measureList(what, all(ctx, filter));
  for (const [what, filter] of sorted(history, half)) await measureList(what, all(ctx, filter));
  const totals: [string, object][] = [
    ...filters.slice(0, 8),
    ['refunded', { status: 'refunded' }],
    ['a category, a time', { category, ...half }],
    ['an amount', { amount_from: '20', amount_to: '21' }],
  ];
  for (const [what, filter] of totals)
    await measure(what, 'totals', () => totalOrders(ctx, { query: filter }));
}

/** The same lists in other sort orders. */
function sorted(history: History, half: object): [string, object][] {
  const [goods, category] = [history.popular, history.category].map(String);
  const filters: [string, object][] = [
    ['all orders', {}],
    ['a time', half],
    ['a buyer', { buyer: 'buyer-00200' }],
    ['ten buyers', { buyer: 'buyer-0123' }],
    ['a buyer of a million', { buyer: 'buyer-00100' }],
    ['a product', { goods }],
    ['a product of some 15,000', { goods: '50' }],
    ['a category', { category }],
    ['completed', { status: 'completed' }],
    ['refunded', { status: 'refunded' }],
    ['an agent', { agent: String(history.bigAgent) }],
    ['an amount', { amount_from: '20', amount_to: '21' }],
  ];
  const ways = [
    ['oldest first', 'created_at'],
    ['least first', 'total_amount'],
    ['largest first', '-total_amount'],
  ];
  return ways.flatMap(([way, sort]) =>
    filters.map(([what, filter]): [string, object] => [`${what}, ${way}`, { ...filter, sort }]),
  );
}

async function measureFigures(ctx: Ctx, when: string): Promise<void> {
  await measure('dashboard', when, () => readDashboard(ctx, () => Promise.resolve(0)));
  await measure('income trend, 30 days', when, () => readIncomeTrend(ctx, { query: { days: 30 } }));
  await measure('income trend, a year', when, () => readIncomeTrend(ctx, { query: { days: 366 } }));
  await measure('best sellers, 7 days', when, () => listBestSellers(ctx, { query: { limit: 20, days: 7 } }));
  await measure('best sellers, a year', when, () =>
    listBestSellers(ctx, { query: { limit: 20, days: 366 } }),
  );
  await measure('low stock', when, () => listLowStock(ctx, { query: { limit: 20, days: 7 } }));
  const from = new Date(ctx.clock.now().getTime() - 365 * DAY_MS).toISOString().slice(0, 10);
  for (const by of ['day', 'goods', 'category', 'agent', 'level'] as const)
    await measure(`sales of a year by ${by}`, when, () =>
      listSales(ctx, { query: { by, from, limit: 500 } }),
    );
  for (const by of ['day', 'goods', 'supplier', 'agent'] as const)
    await measure(`profit of a year by ${by}`, when, () =>
      listProfit(ctx, { query: { by, from, limit: 500 } }),
    );
  await measure('profit by supplier and product', when, () =>
    listSupplierProfit(ctx, { query: { by: 'supplier', limit: 20 } }),
  );
  await measure('reorder list', when, () =>
    listReorder(ctx, { query: { limit: 500, within: 14, idle: 30 } }),
  );
  const month = new Date(ctx.clock.now().getTime() - 30 * DAY_MS).toISOString().slice(0, 10);
  await measure('sales of a month by offer', when, () =>
    listOfferSales(ctx, { query: { from: month, limit: 20 } }),
  );
  await measure('customers of a month', when, () => readCustomers(ctx, { query: { from: month } }));
}

async function rollUpAll(ctx: Ctx): Promise<number> {
  const start = performance.now();
  while ((await rollUpDailyTotals(ctx)).more);
  return (performance.now() - start) / 1_000;
}

const postgres = await startPostgres({}, flags.keep);
try {
  const shop = await openShop(postgres);
  const start = performance.now();
  const history = await makeHistory(shop.ctx, orders, items);
  const built = (performance.now() - start) / 1_000;
  const ctx = { ...shop.ctx, clock: { now: () => history.last } };
  const rolledUp = await rollUpAll(ctx);
  process.stdout.write(`built in ${built.toFixed(0)} s, daily totals in ${rolledUp.toFixed(0)} s\n\n`);
  await measureBuyers(ctx, history);
  await measureOperators(ctx, history);
  await measureFigures(ctx, 'rolled up');
  await addOrders(shop.ctx.db, history, NOT_ROLLED_UP);
  await measureFigures(ctx, `${figures(NOT_ROLLED_UP)} orders not rolled up`);
  const sold = { countTroubled: countTroubledItems };
  await measure('batches', 'page 1', () => listStockBatches(ctx, { query: { limit: LIMIT } }, sold));
  await measure('batches', 'the end', () =>
    listStockBatches(ctx, { query: { limit: LIMIT, cursor: '21' } }, sold),
  );
  await shop.close();
} finally {
  postgres.stop();
}
table(LIST_COLUMNS, rows);
