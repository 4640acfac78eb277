import type { Events } from '../../platform/context.ts';
import type { LiveFiguresCache } from './live-figures-cache.ts';

export function subscribeStatistics(events: Events, cache: LiveFiguresCache): void {
  events.on('ordersPlaced', async () => cache.recordSale());
}
