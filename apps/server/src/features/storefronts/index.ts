/**
 * Owns what the software of resellers' shops speaks: dujiao-next, acg-faka, and the convention of panels. Each is a file
 * with a table of what stands for what, over the same use cases as the shop's own API. Does not own the keys (api-keys),
 * the orders (orders) or the products (goods).
 *
 * Invariant: whatever a shop is told of an order is so: the same number twice is one order, what it was quoted is what it
 * pays, and "done" comes with the accounts or not at all. What the operator has not switched on answers nobody.
 */
import type { FastifyInstance } from 'fastify';
import { acgFaka } from './acg-faka.ts';
import { dujiaoNext } from './dujiao-next.ts';
import { panel } from './panel.ts';
import { bindProtocol, type Storefronts } from './storefront-calls.ts';

export { createSendCallbacksJob } from './send-callbacks.ts';

/** Binds the calls of all protocols; they are no part of the published document, as each has a description of its own. */
export function bindStorefronts(http: FastifyInstance, shops: Storefronts): void {
  for (const protocol of [dujiaoNext, acgFaka, panel]) bindProtocol(http, shops, protocol);
}
