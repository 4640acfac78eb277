import type { LiveFigures } from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import type { Live } from '../../platform/live.ts';
import { countSoldSince, listLatestOrders, maskOrderNo } from '../orders/index.ts';
import { loadSettings } from '../settings/index.ts';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { dayStart } from '../../platform/db/day-start.ts';
import type { Job } from '../../platform/jobs.ts';

/** Orders are announced before they are committed, so the figures may still change this long after the last one. */
const SETTLES_AFTER_MS = 3_000;
/** Well below the above: the other processes read afresh for as long after each signal. */
const SIGNAL_EVERY_MS = 250;
/** Cached figures are read again after this, because no event announces midnight. */
const MAX_AGE_MS = 10_000;
const SOLD = 'sold';

/**
 * The live figures of the home page, cached in each process; the leader broadcasts them. The database is queried
 * only after a sale or when the cache is old, and once for all concurrent readers.
 */
export class LiveFiguresCache {
  readonly #live: Live;
  #cached: { readonly figures: ShopFigures; readonly at: number } | null = null;
  #lastSaleAt = -Infinity;
  #lastSignalAt = -Infinity;
  #present: Promise<ShopFigures> | null = null;
  #next: Promise<ShopFigures> | null = null;
  #lastBroadcast = '';

  constructor(live: Live) {
    this.#live = live;
    live.hub.listen({
      signal: (topic) => {
        if (topic === SOLD) this.#lastSaleAt = performance.now();
      },
    });
  }

  recordSale(): void {
    const now = performance.now();
    this.#lastSaleAt = now;
    if (now - this.#lastSignalAt < SIGNAL_EVERY_MS) return;
    this.#lastSignalAt = now;
    this.#live.hub.signal(SOLD, '');
  }

  /** Includes every order that was acknowledged before the call. */
  async read(ctx: Ctx): Promise<LiveFigures> {
    const now = ctx.clock.now().getTime();
    const cached = this.#cached;
    const hasSettled = performance.now() - this.#lastSaleAt > SETTLES_AFTER_MS;
    const isFresh = cached !== null && now - cached.at < MAX_AGE_MS && hasSettled;
    const figures = isFresh ? cached.figures : await this.#readShop(ctx);
    return { online_users: await this.#live.countVisitors(), ...figures };
  }

  /** Publishes the figures to everybody if they have changed and someone has a stream open. */
  async broadcast(ctx: Ctx): Promise<void> {
    if ((await this.#live.countVisitors()) === 0) return;
    const figures = await this.read(ctx);
    const text = JSON.stringify(figures);
    if (text === this.#lastBroadcast) return;
    this.#lastBroadcast = text;
    this.#live.publish({ to: 'everybody', name: 'figures', data: figures });
  }

  /** A query in progress may have started before the caller's order, so callers share the next one. */
  #readShop(ctx: Ctx): Promise<ShopFigures> {
    this.#next ??= (this.#present ?? Promise.resolve()).then(noop, noop).then(() => {
      this.#next = null;
      this.#present = this.#refresh(ctx);
      return this.#present;
    });
    return this.#next;
  }

  async #refresh(ctx: Ctx): Promise<ShopFigures> {
    const at = ctx.clock.now().getTime();
    const figures = await readShopFigures(ctx);
    this.#cached = { figures, at };
    return figures;
  }
}

const noop = (): void => undefined;

const LATEST_ORDERS = 10;

type ShopFigures = Omit<LiveFigures, 'online_users'>;

/** Accounts sold since midnight in the shop's time zone, and the newest orders with masked numbers. */
async function readShopFigures({ db, clock }: Ctx): Promise<ShopFigures> {
  const { timeZone } = await loadSettings(db);
  const midnight = await readMidnight(db, clock.now(), timeZone);
  const latest = await listLatestOrders(db, LATEST_ORDERS);
  return {
    accounts_sold_today: await countSoldSince(db, midnight),
    latest_orders: latest.map((order) => ({
      order_no: maskOrderNo(order.order_no),
      goods_id: String(order.goods_id),
      quantity: order.quantity,
      created_at: order.created_at.toISOString(),
    })),
  };
}

/** The start of the day of `now` in a time zone. */
export async function readMidnight(db: Db, now: Date, timeZone: string): Promise<Date> {
  const { rows } = await sql<{ midnight: Date }>`
    select ${dayStart(sql`${now}::timestamptz at time zone ${timeZone}::text`, timeZone)} as midnight`.execute(
    db,
  );
  return rows[0]!.midnight;
}

/** Broadcasts the live figures at most once a second, however often they change. */
export const createBroadcastFiguresJob = (ctx: Ctx, cache: LiveFiguresCache): Job => ({
  name: 'broadcast live figures',
  everyMs: 1_000,
  run: async () => {
    await cache.broadcast(ctx);
    return { more: false };
  },
});

/** Online users, accounts sold today and the latest orders, including every order acknowledged before the call. */
export const readLiveFigures = (ctx: Ctx, cache: LiveFiguresCache): Promise<LiveFigures> => cache.read(ctx);
