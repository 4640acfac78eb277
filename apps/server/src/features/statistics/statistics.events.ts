import type { Events } from '../../platform/context.ts';
import type { FiguresBoard } from './figures-board.ts';

export function subscribeStatistics(events: Events, board: FiguresBoard): void {
  events.on('ordersPlaced', async () => board.noteSale());
}
