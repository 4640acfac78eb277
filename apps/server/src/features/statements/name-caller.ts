import { requireUser } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { nameUsers } from '../users/index.ts';

/** The caller's username. */
export async function nameCaller(ctx: Ctx): Promise<string> {
  const { userId } = requireUser(ctx.actor);
  return (await nameUsers(ctx, [userId])).get(userId)!;
}
