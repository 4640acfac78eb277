/**
 * Owns what programs follow: how each product is offered, with the number of its last change. Does not own the products
 * (goods), their stock (stock) or what promotions ask (prices): it compares what these show with what it told last.
 *
 * Invariant: whoever reads on from the number of their last answer misses nothing and learns of nothing that no list
 * shows them.
 */
import type { Routes } from '../../platform/http/routes.ts';
import { readChanges } from './read-changes.ts';
import type { ChangedGoods } from './record-changes.ts';

export { recordChanges, sees, type ChangedGoods } from './record-changes.ts';

export const changesRoutes = { readChanges } satisfies Partial<Routes>;

declare module '../../platform/events.ts' {
  interface EventPayloads {
    /** Products are offered in another way, or to others, than was recorded last; announced with the recording. */
    goodsChanged: { readonly changes: readonly ChangedGoods[] };
  }
}
