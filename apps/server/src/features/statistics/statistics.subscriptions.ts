import type { Events } from '../../platform/context.ts';
import type { LiveFiguresCache } from './live-figures-cache.ts';

/** Keeps the live figures up to date with each sale. */
export function subscribeStatistics(events: Events, cache: LiveFiguresCache): void {
  events.on('ordersPlaced', async () => cache.recordSale());
}
