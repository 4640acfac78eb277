import type { Ctx } from '../../platform/context.ts';
import type { Job } from '../../platform/jobs.ts';
import type { FiguresBoard } from './figures-board.ts';

/** At most once a second, however much is sold and however many come and go. */
export const createBroadcastFiguresJob = (ctx: Ctx, board: FiguresBoard): Job => ({
  name: 'broadcast live figures',
  everyMs: 1_000,
  run: async () => {
    await board.broadcast(ctx);
    return { more: false };
  },
});
