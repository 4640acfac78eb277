import type { Ctx } from '../../../platform/context.ts';
import { updatePassword } from '../users.sql.ts';

/** Gives a user the password that he has chosen himself (from `hashNewPassword`), and says so. */
export async function replacePassword(ctx: Ctx, userId: bigint, passwordHash: string): Promise<void> {
  await updatePassword(ctx.db, userId, passwordHash);
  await ctx.events.announce(ctx, 'credentialsChanged', { userId });
}
