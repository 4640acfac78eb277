import type { Events } from '../../platform/events.ts';
import type { FiguresBoard } from './figures-board.ts';

export function listenForStatistics(events: Events, board: FiguresBoard): void {
  events.on('ordersPlaced', async () => board.noteSale());
}
