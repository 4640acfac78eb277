import { formatMicro, type ErrorName } from '@portside/contract';
import { quote } from '@portside/contract/wire/quote';
import { sql } from 'kysely';
import { userActor } from '../../../platform/actor.ts';
import { MINUTE_MS, SECOND_MS } from '../../../platform/clock.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { crashPoint } from '../../../platform/crash-point.ts';
import { idArray } from '../../../platform/db/arrays.ts';
import type { Db } from '../../../platform/db/db.ts';
import { combineQueries, runQuery } from '../../../platform/db/pipeline.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { findGoods, isFor, offersOf, type Offer } from '../../goods/index.ts';
import { spendableBalances } from '../../ledger/index.ts';
import { notify } from '../../notices/index.ts';
import { allLevels, offersFor, PriceBook } from '../../prices/index.ts';
import { countStock, type StockCount } from '../../stock/index.ts';
import { buyersOf, findLevelId } from '../../users/index.ts';
import {
  boughtKey,
  earlierOrders,
  orderKey,
  readBought,
  readEarlierOrders,
  type Bought,
  type OrderRow,
} from '../orders.sql.ts';
import { placeOrder } from '../placing/place-order.ts';
import { addressFor, partKey, type StandingRow } from './standing-orders.ts';

/** Placed together, and ended together. */
const BATCH = 100;
/** A process that has not said by then what became of its orders is dead: its requests wait no longer than that. */
const DEAD_AFTER_MS = MINUTE_MS;
/** Until one is tried again that the buyer's balance, price or limit stood in the way of. */
const AGAIN_MS = MINUTE_MS;
/** The same where somebody else was faster. */
const SOON_MS = 5 * SECOND_MS;

/**
 * Places orders for the standing orders whose products are in stock, by `placeOrder`, for each product in the order in
 * which they were made. Two runs at once and a crash at any point place none twice: each order's idempotency key has the
 * number of orders before it, which counts on only when that order is found.
 */
export async function placeStandingOrders(ctx: Ctx): Promise<{ more: boolean }> {
  const hasEnded = await endOverdue(ctx);
  await recordPlaced(ctx, await findUnderWay(ctx.db));
  const claimed = await claim(ctx);
  crashPoint('standing: claimed');
  if (claimed.length === 0) return { more: hasEnded };
  const plans = planParts(claimed, await readFacts(ctx, claimed));
  const refusals = await placeParts(ctx, plans);
  crashPoint('standing: placed');
  await recordPlaced(ctx, claimed);
  await release(ctx, claimed, refusals);
  return { more: true };
}

/** Whether there may be more of them. */
async function endOverdue(ctx: Ctx): Promise<boolean> {
  return inTransaction(ctx, async (step) => {
    const { rows } = await sql<StandingRow>`
      update standing_orders set state = 'ended', waits_for = null where id in (
        select id from standing_orders
        where state = 'active' and ends_at <= ${step.clock.now()} and placing_since is null
        order by id limit ${BATCH} for update skip locked) returning *`.execute(step.db);
    for (const row of rows) await tellEnded(step, row);
    return rows.length === BATCH;
  });
}

async function tellEnded(step: Ctx, row: StandingRow): Promise<void> {
  const { id, user_id: userId, bought, quantity } = row;
  const goods = (await findGoods(step.db, [row.goods_id])).get(row.goods_id)!;
  const path = addressFor(goods, row, await findLevelId(step.db, userId));
  const facts = { name: goods.name, path, bought, quantity };
  await notify(step, { userId, event: 'standingOrderEnded', reference: id, facts });
}

/** Those that a process was placing an order for: this one before it died, or another one just now. */
async function findUnderWay(db: Db): Promise<StandingRow[]> {
  return db
    .selectFrom('standing_orders')
    .selectAll()
    .where('placing_since', 'is not', null)
    .orderBy('id')
    .limit(BATCH)
    .execute();
}

/** Differs from the number of every other advisory lock in the shop. */
const CLAIM_LOCK = 7_041;

/**
 * The ones that have waited longest of products of which nobody is placing any: so two processes take no product at a
 * time, and nobody is overtaken.
 */
async function claim(ctx: Ctx): Promise<StandingRow[]> {
  const goods = await findInStock(ctx.db);
  if (goods.length === 0) return [];
  return inTransaction(ctx, async ({ db, clock }) => {
    const now = clock.now();
    await sql`select pg_advisory_xact_lock(${CLAIM_LOCK})`.execute(db);
    const { rows } = await sql<StandingRow>`
      select standing.* from standing_orders standing join users on users.id = standing.user_id
      where standing.state = 'active' and standing.try_at <= ${now} and standing.ends_at > ${now}
        and users.status = 'active'
        and standing.goods_id = any(${idArray(goods)}::bigint[])
        and not exists (
          select from standing_orders other
          where other.placing_since > ${new Date(now.getTime() - DEAD_AFTER_MS)}
            and other.goods_id = standing.goods_id)
      order by standing.try_at, standing.id limit ${BATCH} for update of standing skip locked`.execute(db);
    const taken = oneOfEachBuyer(rows.toSorted((a, b) => Number(a.id - b.id)));
    await mark(db, taken, now);
    return taken;
  });
}

/**
 * A buyer's second one has to see the balance that the first leaves, so it is left to the next batch, with all that were
 * made after it for the same product.
 */
function oneOfEachBuyer(rows: readonly StandingRow[]): StandingRow[] {
  const buyers = new Set<bigint>();
  const left = new Set<bigint>();
  return rows.filter(({ user_id: userId, goods_id: goodsId }) => {
    if (buyers.has(userId)) left.add(goodsId);
    if (left.has(goodsId)) return false;
    buyers.add(userId);
    return true;
  });
}

async function mark(db: Db, rows: readonly StandingRow[], since: Date | null): Promise<void> {
  await sql`
    update standing_orders set placing_since = ${since}
    where id = any(${idArray(rows.map(({ id }) => id))}::bigint[])`.execute(db);
}

/** Products on sale that somebody waits for and that have stock. */
async function findInStock(db: Db): Promise<bigint[]> {
  const { rows } = await sql<{ goods_id: bigint }>`
    select goods_id from (select distinct goods_id from standing_orders where state = 'active') wanted
    join goods on goods.id = goods_id and goods.on_sale
    where exists (select from stock_ranges range where range.goods_id = wanted.goods_id)`.execute(db);
  return rows.map((row) => row.goods_id);
}

/** What a part is decided by, as it is now; the order engine decides again. */
type Facts = {
  readonly goods: ReadonlyMap<bigint, Offer>;
  readonly levels: ReadonlyMap<bigint, bigint | null>;
  readonly stock: ReadonlyMap<bigint, StockCount>;
  readonly balances: ReadonlyMap<bigint, bigint>;
  readonly bought: ReadonlyMap<string, Bought>;
  readonly prices: PriceBook;
  readonly now: Date;
};

async function readFacts({ db, clock }: Ctx, rows: readonly StandingRow[]): Promise<Facts> {
  const now = clock.now();
  const wishes = rows.map(({ user_id: userId, goods_id: goodsId }) => ({ userId, goodsId }));
  const goodsIds = [...new Set(wishes.map(({ goodsId }) => goodsId))];
  const userIds = wishes.map(({ userId }) => userId);
  const seen = await runQuery(
    db,
    combineQueries({
      goods: offersOf(goodsIds),
      buyers: buyersOf(userIds),
      levels: allLevels,
      offers: offersFor(wishes, now),
    }),
  );
  return {
    goods: seen.goods,
    levels: new Map([...seen.buyers].map(([id, { levelId }]) => [id, levelId ?? null])),
    stock: await countStock(db, goodsIds),
    balances: await runQuery(db, spendableBalances(userIds)),
    bought: await readBought(db, seen.goods, wishes, now),
    prices: new PriceBook(seen),
    now,
  };
}

/** Why nothing is ordered: a refusal, or what is left is too little for the product's smallest order. */
type Obstacle = ErrorName | 'isOver';

/** How many accounts to order now, or why none; `stockTooLow` needs no telling. */
type Plan = { readonly row: StandingRow } & ({ readonly quantity: number } | { readonly reason: Obstacle });

/** In the order of the rows, each with what those before it leave of the stock. Pure. */
function planParts(rows: readonly StandingRow[], facts: Facts): Plan[] {
  const taken = new Map<string, number>();
  return rows.map((row) => {
    const goods = facts.goods.get(row.goods_id);
    const levelId = facts.levels.get(row.user_id) ?? null;
    if (!goods?.on_sale || !isFor(goods, { levelId, linkKey: row.link_key }))
      return { row, reason: 'notOnSale' };
    const lane = `${row.goods_id} ${row.gender}`;
    const left = stockOf(row, facts) - (taken.get(lane) ?? 0);
    const quantity = partOf(row, goods, left, facts);
    if (typeof quantity === 'string') return { row, reason: quantity };
    taken.set(lane, (taken.get(lane) ?? 0) + quantity);
    return { row, quantity };
  });
}

function stockOf({ goods_id: goodsId, gender }: StandingRow, { stock }: Facts): number {
  const { male = 0, female = 0, unspecified = 0 } = stock.get(goodsId) ?? {};
  return gender === 'random' ? male + female + unspecified : { male, female }[gender];
}

/** The most that rest, stock, limits and balance allow at no more than the price; or what stands in the way. */
function partOf(row: StandingRow, goods: Offer, left: number, facts: Facts): number | Obstacle {
  const { user_id: userId, goods_id: goodsId } = row;
  const rest = row.quantity - row.bought;
  if (row.bought > 0 && rest < goods.min_quantity) return 'isOver';
  const { ever, today } = facts.bought.get(boughtKey({ userId, goodsId })) ?? { ever: 0, today: 0 };
  const room = (most: number | null, had: number): number => (most === null ? Infinity : most - had);
  const bounds: [number, ErrorName][] = [
    [rest, 'quantityOutOfRange'],
    [goods.max_quantity, 'quantityOutOfRange'],
    [room(goods.most_per_buyer, ever), 'buyerLimitReached'],
    [room(goods.most_per_day, today), 'dailyLimitReached'],
    [left, 'stockTooLow'],
  ];
  const tooLittle = bounds.find(([bound]) => bound < goods.min_quantity);
  if (tooLittle) return tooLittle[1];
  let quantity = Math.min(...bounds.map(([bound]) => bound));
  const balanceMicro = facts.balances.get(userId) ?? 0n;
  while (quantity >= goods.min_quantity) {
    // At the buyer's own price, without a coupon.
    const terms = facts.prices.termsOf(userId, goods);
    const { unitMicro, totalMicro } = quote({ ...terms, quantity, coupon: null, now: facts.now });
    // Asked of a price only once there is the money for it: else a tier's price would tell how much there is.
    if (totalMicro <= balanceMicro) return unitMicro > row.most_micro ? 'priceChanged' : quantity;
    quantity = Number(balanceMicro / unitMicro);
  }
  return 'balanceTooLow';
}

/**
 * Why those were not placed that were not; the others are found by their keys. One that fails holds up no other, and is
 * looked for by its key before it is tried again: it may have been placed after all.
 */
async function placeParts(ctx: Ctx, plans: readonly Plan[]): Promise<Map<bigint, Obstacle>> {
  const refusals = new Map<bigint, Obstacle>();
  await Promise.all(
    plans.map(async (plan) => {
      if ('reason' in plan) {
        refusals.set(plan.row.id, plan.reason);
        return;
      }
      try {
        await placeOrder(...orderOf(ctx, plan.row, plan.quantity));
      } catch (error) {
        refusals.set(plan.row.id, error instanceof Refusal ? error.reason : 'serviceError');
        if (!(error instanceof Refusal))
          ctx.log.error({ err: error, standing: plan.row.id.toString() }, 'a standing order was not placed');
      }
    }),
  );
  return refusals;
}

/** Thirteen digits before the point: more than any amount that can be read. */
const MOST_TOTAL_MICRO = 10n ** 19n - 1n;

/** A price that means "at any" has no total that an order can name. */
const mostOf = (eachMicro: bigint, quantity: number): bigint => {
  const totalMicro = eachMicro * BigInt(quantity);
  return totalMicro > MOST_TOTAL_MICRO ? MOST_TOTAL_MICRO : totalMicro;
};

function orderOf(ctx: Ctx, row: StandingRow, quantity: number): Parameters<typeof placeOrder> {
  const body = {
    goods_id: row.goods_id.toString(),
    quantity,
    gender: row.gender,
    // Refused if the price has risen above it meanwhile.
    total_amount: formatMicro(mostOf(row.most_micro, quantity)),
    ...(row.link_key !== null && { link_key: row.link_key }),
  };
  return [
    { ...ctx, actor: userActor(row.user_id) },
    { body, idempotencyKey: partKey(row.id, row.parts) },
  ];
}

/** Counts the orders that exist under the next keys of these, each once, and tells their buyers. */
async function recordPlaced(ctx: Ctx, rows: readonly StandingRow[]): Promise<void> {
  if (rows.length === 0) return;
  const keys = rows.map(({ id, user_id: userId, parts }) => ({ userId, idempotencyKey: partKey(id, parts) }));
  const placed = await readEarlierOrders(ctx.db, await runQuery(ctx.db, earlierOrders(keys)));
  for (const [at, row] of rows.entries()) {
    const order = placed.get(orderKey(row.user_id, keys[at]!.idempotencyKey));
    if (order) await inTransaction(ctx, (step) => record(step, row, order));
  }
  // Dead before its orders were placed: the next run may try again.
  await sql`
    update standing_orders set placing_since = null
    where placing_since <= ${new Date(ctx.clock.now().getTime() - DEAD_AFTER_MS)}`.execute(ctx.db);
}

async function record(step: Ctx, { id, parts }: StandingRow, order: OrderRow): Promise<void> {
  const counted = await sql<StandingRow>`
    update standing_orders set parts = parts + 1, bought = bought + ${order.quantity}, placing_since = null,
      waits_for = null,
      state = case when state = 'active' and bought + ${order.quantity} >= quantity then 'done' else state end
    where id = ${id} and parts = ${parts} returning *`.execute(step.db);
  const [row] = counted.rows;
  if (!row) return;
  const goods = (await findGoods(step.db, [row.goods_id])).get(row.goods_id)!;
  await notify(step, {
    userId: row.user_id,
    event: 'standingOrderPlaced',
    reference: order.id,
    facts: {
      orderNo: order.order_no,
      name: goods.name,
      accounts: order.quantity,
      amount: formatMicro(order.total_micro),
      bought: row.bought,
      quantity: row.quantity,
    },
  });
  crashPoint('standing: recorded');
}

/**
 * Lets the next run have those that got nothing, at the time that their reason asks for, and ends those of which too
 * little is left. One that was cancelled meanwhile stays so.
 */
async function release(
  ctx: Ctx,
  rows: readonly StandingRow[],
  refusals: ReadonlyMap<bigint, Obstacle>,
): Promise<void> {
  for (const { id, parts } of rows) {
    const reason = refusals.get(id);
    if (reason !== undefined) await inTransaction(ctx, (step) => releaseOne(step, { id, parts }, reason));
  }
}

async function releaseOne(
  step: Ctx,
  { id, parts }: Pick<StandingRow, 'id' | 'parts'>,
  reason: Obstacle,
): Promise<void> {
  const isOver = reason === 'isOver';
  const isSoon = reason === 'stockTooLow' || reason === 'keyReused' || reason === 'serverBusy';
  const tryAt = new Date(step.clock.now().getTime() + (isSoon ? SOON_MS : AGAIN_MS));
  // The buyer can do nothing about the others.
  const isSaid = !isSoon && !isOver && reason !== 'serviceError';
  const { rows } = await sql<StandingRow>`
    update standing_orders set try_at = ${tryAt},
      placing_since = case when ${reason === 'serviceError'}::boolean then placing_since end,
      waits_for = case when state = 'active' then ${isSaid ? reason : null}::text end,
      state = case when state = 'active' and ${isOver}::boolean then 'done' else state end
    where id = ${id} and parts = ${parts} returning *`.execute(step.db);
  const [row] = rows;
  if (isOver && row?.state === 'done') await tellEnded(step, row);
}
