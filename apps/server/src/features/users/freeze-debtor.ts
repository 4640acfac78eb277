import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Ctx } from '../../platform/context.ts';
import { lockUser, updateUserStatus } from './users.sql.ts';

/** Freezes a user who owes the shop money after a reversal; runs in the transaction that found the debt. */
export async function freezeDebtor(ctx: Ctx, userId: bigint): Promise<void> {
  const user = await lockUser(ctx.db, userId);
  if (user?.status !== 'active') return;
  await updateUserStatus(ctx.db, userId, 'frozen');
  await ctx.events.announce(ctx, 'userFrozen', { userId });
  ctx.live.publish({ to: userId, name: 'session', data: {} });
  await recordAudit(ctx, {
    action: 'user.status',
    subject: `user:${userId}`,
    before: { status: 'active' },
    after: { status: 'frozen', because: 'debt' },
  });
}
