import type { Proposable, UserStatus } from '@portside/contract';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { refuse } from '../../platform/refusal.ts';
import { readAvailableMicro } from '../ledger/index.ts';
import { aboutUser, changeOrPropose, requireRemainingOwner } from './change-or-propose.ts';
import { voidWaitingEmail } from './propose-email.ts';
import { lockUser, type UserRow } from './users.sql.ts';

/**
 * Blocks or unblocks a user, or closes them for good, which takes a balance of zero (balanceNotZero); at once or as a
 * proposal. Sessions are kept, so that every call of a blocked user is refused with the reason; open streams end.
 * Refuses whom `changeOrPropose` refuses, and to leave no active owner (lastOwner).
 */
export const setUserStatus = (ctx: Ctx, userId: bigint, status: UserStatus): Promise<Proposable> =>
  changeOrPropose(ctx, userId, {
    isDone: (user) => user.status === status,
    termsOf: (user) => ({ change: 'status', ...aboutUser(user), former_status: user.status, status }),
    change: async (step, user) => {
      const { db } = step;
      if (status === 'closed' && (await readAvailableMicro(db, userId)) > 0n) refuse('balanceNotZero');
      await storeStatus(db, userId, status);
      if (status !== 'active') await requireRemainingOwner(db, user);
      await announceStatus(step, user, { status });
    },
  });

/** Blocks a user who owes the shop money after a reversal; runs in the transaction that found the debt. */
export async function freezeDebtor(ctx: Ctx, userId: bigint): Promise<void> {
  const user = await lockUser(ctx.db, userId);
  if (user?.status !== 'active') return;
  await storeStatus(ctx.db, userId, 'frozen');
  await announceStatus(ctx, user, { status: 'frozen', because: 'debt' });
}

async function storeStatus(db: Db, id: bigint, status: UserStatus): Promise<void> {
  await db.updateTable('users').set({ status }).where('id', '=', id).execute();
}

type NewStatus = { readonly status: UserStatus; readonly because?: string };

async function announceStatus(ctx: Ctx, { id: userId, status }: UserRow, after: NewStatus): Promise<void> {
  // Who is blocked could not reject it.
  if (after.status === 'frozen') await voidWaitingEmail(ctx, userId, 'the user was blocked', null);
  if (after.status !== 'active') ctx.live.publish({ to: userId, name: 'session', data: {} });
  const subject = `user:${userId}`;
  await recordAudit(ctx, { action: 'user.status', subject, before: { status }, after });
}
