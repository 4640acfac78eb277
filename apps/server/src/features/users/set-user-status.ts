import type { UserStatus, Proposable } from '@portside/contract';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { readAvailableMicro } from '../ledger/index.ts';
import { requireAuthorityOver, requireRemainingOwner, readAuthorityOver } from './require-authority-over.ts';
import { lockUser, updateUserStatus, findUser, type UserRow } from './users.sql.ts';
import { type AdminChangeTerms, proposeAdminChange } from '../approvals/index.ts';

/**
 * Freezes or unfreezes a user, or closes them for good, for which the balance must be zero (balanceNotZero). Sessions
 * are kept, so that every call of a frozen user is refused with the reason; open streams end. Refuses the caller
 * themselves, a user with permissions that the caller lacks (noPermission), and the last owner (lastOwner).
 */
export async function storeUserStatus(ctx: Ctx, userId: bigint, status: UserStatus): Promise<void> {
  await inTransaction(ctx, async (step) => {
    const { db, live } = step;
    const user = (await lockUser(db, userId)) ?? refuse('notFound');
    if (user.status === 'closed') refuse('notFound', 'closed');
    await requireAuthorityOver(step, user);
    if (user.status === status) return;
    if (status === 'closed' && (await readAvailableMicro(db, userId)) > 0n) refuse('balanceNotZero');
    await updateUserStatus(db, userId, status);
    if (status === 'frozen') await step.events.announce(step, 'userFrozen', { userId });
    if (status !== 'active') {
      await requireRemainingOwner(db, user);
      live.publish({ to: userId, name: 'session', data: {} });
    }
    await recordAudit(step, {
      action: 'user.status',
      subject: `user:${userId}`,
      before: { status: user.status },
      after: { status },
    });
  });
}

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

/**
 * Blocks, unblocks or closes a user, at once or as a proposal (`changeOrPropose`). Refuses as the change itself does.
 */
export const setUserStatus = (ctx: Ctx, userId: bigint, status: UserStatus): Promise<Proposable> =>
  changeOrPropose(ctx, userId, {
    isDone: (user) => user.status === status,
    changeAtOnce: (step) => storeUserStatus(step, userId, status),
    termsOf: (user) => ({ change: 'status', ...aboutUser(user), former_status: user.status, status }),
  });

type AdminChange = {
  readonly isDone?: (user: UserRow) => boolean;
  readonly requirePossible?: (ctx: Ctx) => Promise<void>;
  readonly changeAtOnce: (ctx: Ctx) => Promise<void>;
  readonly termsOf: (user: UserRow) => AdminChangeTerms;
};

/** Whom the terms of a change are about. */
export const aboutUser = (user: UserRow) => ({ user_id: user.id.toString(), username: user.username });

/**
 * Makes a change to a buyer, or to an admin with fewer permissions than the caller; proposes one to an admin with the
 * same permissions. Refuses the callers themselves and admins above them (noPermission).
 */
export function changeOrPropose(ctx: Ctx, userId: bigint, change: AdminChange): Promise<Proposable> {
  return inTransaction(ctx, async (step) => {
    const user = (await findUser(step.db, userId)) ?? refuse('notFound');
    if (user.status === 'closed') refuse('notFound', 'closed');
    const authority = await readAuthorityOver(step, user);
    if (authority === 'none') refuse('noPermission', 'self or above');
    if (authority === 'alone') {
      await change.changeAtOnce(step);
      return { proposal: null };
    }
    if (change.isDone?.(user)) return { proposal: null };
    await change.requirePossible?.(step);
    return { proposal: await proposeAdminChange(step, change.termsOf(user), userId) };
  });
}
