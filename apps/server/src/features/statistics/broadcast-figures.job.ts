import type { Ctx } from '../../platform/context.ts';
import type { Job } from '../../platform/jobs.ts';
import type { LiveFiguresCache } from './live-figures-cache.ts';

/** Broadcasts the live figures at most once a second, however often they change. */
export const createBroadcastFiguresJob = (ctx: Ctx, cache: LiveFiguresCache): Job => ({
  name: 'broadcast live figures',
  everyMs: 1_000,
  run: async () => {
    await cache.broadcast(ctx);
    return { more: false };
  },
});
