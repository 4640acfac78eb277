import type { LiveFigures } from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import type { Live } from '../../platform/live/live.ts';
import { readShopFigures, type ShopFigures } from './read-shop-figures.ts';

/** Orders are announced before they are committed, so the figures may still change this long after the last one. */
const SETTLES_AFTER_MS = 3_000;
/** Well below the above: the other processes read afresh for as long after each signal. */
const SIGNAL_EVERY_MS = 250;
/** Cached figures are read again after this, because no event announces midnight. */
const MAX_AGE_MS = 10_000;
const SOLD = 'sold';

/**
 * The live figures of the home page, cached in each process; the one on duty broadcasts them. The database is queried
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

  /** Publishes the figures to everybody where they have changed and someone has a stream open. */
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
