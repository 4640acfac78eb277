/**
 * Owns the live figures of the home page and the live event stream. Owns no sale: it counts what the orders record, and
 * passes on what other features publish.
 *
 * Invariant: figures include every order that was acknowledged before they were asked for.
 */
import type { Events } from '../../platform/context.ts';
import type { Routes } from '../../platform/http/routes.ts';
import type { Live } from '../../platform/live.ts';
import { type LiveFiguresCache, readLiveFigures } from './live-figures.ts';
import { streamLive } from './stream-live.ts';

export { createBroadcastFiguresJob, LiveFiguresCache } from './live-figures.ts';

/** Keeps the live figures up to date with each sale. */
export function subscribeLive(events: Events, cache: LiveFiguresCache): void {
  events.on('ordersPlaced', async () => cache.recordSale());
}

/** `live` counts visitors and holds the streams; `cache` the figures of the home page. */
export const liveRoutes = (live: Live, cache: LiveFiguresCache, officeAddresses: readonly string[] = []) =>
  ({
    readLiveFigures: (ctx) => readLiveFigures(ctx, cache),
    streamLive: (ctx, { query, address }, reply) =>
      streamLive(ctx, { live, cache, officeAddresses }, { visitorId: query.visitor, address }, reply),
  }) satisfies Partial<Routes>;
