/**
 * Owns the live figures of the home page and the page's event stream. Every figure is counted; none is
 * kept here longer than seconds.
 */
export { createBroadcastFiguresJob } from './broadcast-figures.job.ts';
export { FiguresBoard } from './figures-board.ts';
export { listenForStatistics } from './statistics.events.ts';
export { statisticsRoutes } from './statistics.routes.ts';
