import type { LiveFigures } from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import type { Live } from '../../platform/live/live.ts';
import { readShopFigures, type ShopFigures } from './read-shop-figures.ts';

/** Orders are announced before they are committed: so long after the last one the figures may still move. */
const SETTLING_MS = 3_000;
/** Midnight comes without being announced. */
const OLDEST_MS = 10_000;
const SOLD = 'sold';

/**
 * The live figures, as any process reads them; the one on duty tells everybody. The database is asked only when something was sold or the last answer
 * is old, and once for all who want to know at the same time.
 */
export class FiguresBoard {
  readonly #live: Live;
  #known: { readonly figures: ShopFigures; readonly at: number } | null = null;
  #soldAt = -Infinity;
  #present: Promise<ShopFigures> | null = null;
  #next: Promise<ShopFigures> | null = null;
  #shown = '';

  constructor(live: Live) {
    this.#live = live;
    live.hub.listen({
      signal: (topic) => {
        if (topic === SOLD) this.#soldAt = performance.now();
      },
    });
  }

  noteSale(): void {
    this.#soldAt = performance.now();
    this.#live.hub.signal(SOLD, '');
  }

  /** True to every order that was acknowledged before the call. */
  async read(ctx: Ctx): Promise<LiveFigures> {
    const now = ctx.clock.now().getTime();
    const known = this.#known;
    const hasSettled = performance.now() - this.#soldAt > SETTLING_MS;
    const isFresh = known !== null && now - known.at < OLDEST_MS && hasSettled;
    const figures = isFresh ? known.figures : await this.#readShop(ctx);
    return { online_users: await this.#live.countVisitors(), ...figures };
  }

  /** Tells everybody who watches, when there is something new. */
  async broadcast(ctx: Ctx): Promise<void> {
    if ((await this.#live.countVisitors()) === 0) return;
    const figures = await this.read(ctx);
    const text = JSON.stringify(figures);
    if (text === this.#shown) return;
    this.#shown = text;
    this.#live.publish({ to: 'everybody', name: 'figures', data: figures });
  }

  /** A reading under way may have begun before the asker's order: he shares the one that follows it. */
  #readShop(ctx: Ctx): Promise<ShopFigures> {
    this.#next ??= (this.#present ?? Promise.resolve()).then(noop, noop).then(() => {
      this.#next = null;
      this.#present = this.#look(ctx);
      return this.#present;
    });
    return this.#next;
  }

  async #look(ctx: Ctx): Promise<ShopFigures> {
    const at = ctx.clock.now().getTime();
    const figures = await readShopFigures(ctx);
    this.#known = { figures, at };
    return figures;
  }
}

const noop = (): void => undefined;
