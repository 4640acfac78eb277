import type { Ctx } from '../../../platform/context.ts';
import { updatePassword } from '../users.sql.ts';

/**
 * Sets a password chosen by someone else, which must be changed at the first sign-in, and announces
 * `credentialsChanged`.
 */
export async function setGivenPassword(ctx: Ctx, userId: bigint, passwordHash: string): Promise<void> {
  await updatePassword(ctx.db, userId, passwordHash, { mustChange: true });
  await ctx.events.announce(ctx, 'credentialsChanged', { userId });
}

/** Sets a password that the user has chosen (from `hashNewPassword`) and announces `credentialsChanged`. */
export async function replacePassword(ctx: Ctx, userId: bigint, passwordHash: string): Promise<void> {
  await updatePassword(ctx.db, userId, passwordHash);
  await ctx.events.announce(ctx, 'credentialsChanged', { userId });
}
