import { inTransaction, type Ctx } from '../../platform/context.ts';
import { markStarted } from './announcements.sql.ts';
import { publishPositions } from './publish-positions.ts';

/** Notifies open pages, once, of announcements whose start time has come. */
export const publishStarted = (ctx: Ctx): Promise<{ more: boolean }> =>
  inTransaction(ctx, async (step) => {
    publishPositions(step, await markStarted(step.db, step.clock.now()));
    return { more: false };
  });
