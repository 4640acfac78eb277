import type { Routes } from '../../platform/http/routes.ts';
import type { Live } from '../../platform/live/live.ts';
import type { FiguresBoard } from './figures-board.ts';
import { streamFigures } from './stream-figures.ts';

export const statisticsRoutes = (live: Live, board: FiguresBoard) =>
  ({
    readLiveFigures: (ctx) => board.read(ctx),
    streamLive: (ctx, { query, address }, reply) =>
      streamFigures(ctx, { live, board }, { visitorId: query.visitor, address }, reply),
  }) satisfies Partial<Routes>;
