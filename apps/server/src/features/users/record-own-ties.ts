import type { Ctx } from '../../platform/context.ts';
import { recordTies } from './ties.sql.ts';

/** Records that the caller set up these people (`recordTies`). A job sets up nobody in its own name. */
export async function recordOwnTies(ctx: Ctx, userIds: readonly bigint[]): Promise<void> {
  if (ctx.actor.kind === 'user') await recordTies(ctx, userIds, ctx.actor.userId);
}
