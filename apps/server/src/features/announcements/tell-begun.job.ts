import { inTransaction, type Ctx } from '../../platform/context.ts';
import { takeBegun } from './announcements.sql.ts';
import { tellPositions } from './tell-positions.ts';

/** Announcements that were published for later begin now: open pages are told, once. */
export const tellBegun = (ctx: Ctx): Promise<{ more: boolean }> =>
  inTransaction(ctx, async (step) => {
    tellPositions(step, await takeBegun(step.db, step.clock.now()));
    return { more: false };
  });
