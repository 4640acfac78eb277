import type { Proposable, UserStatus } from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { removeTwoFactor, revokeSessionsOf } from '../sessions/index.ts';
import { isTwoFactorOn } from '../two-factor/index.ts';
import { findUser, readAuthorityOver, storeUserStatus, type UserRow } from '../users/index.ts';
import type { AdminChangeTerms } from './admin-change-terms.ts';
import { proposeAdminChange } from './propose-admin-change.ts';

/**
 * Blocks, unblocks or closes a user, at once or as a proposal (`changeOrPropose`). Refuses as the change itself does.
 */
export const setUserStatus = (ctx: Ctx, userId: bigint, status: UserStatus): Promise<Proposable> =>
  changeOrPropose(ctx, userId, {
    action: 'user.status',
    isDone: (user) => user.status === status,
    changeAtOnce: (step) => storeUserStatus(step, userId, status),
    termsOf: (user) => ({ change: 'status', ...nameOf(user), former_status: user.status, status }),
  });

/** Signs a user out everywhere, at once or as a proposal (`changeOrPropose`). */
export const revokeUserSessions = (ctx: Ctx, userId: bigint): Promise<Proposable> =>
  changeOrPropose(ctx, userId, {
    action: 'user.sessions',
    changeAtOnce: (step) => revokeSessionsOf(step, userId),
    termsOf: (user) => ({ change: 'sessions', ...nameOf(user) }),
  });

/**
 * Removes a lost second factor, at once or as a proposal (`changeOrPropose`). Refuses a user without one (notFound).
 */
export const resetTwoFactor = (ctx: Ctx, userId: bigint): Promise<Proposable> =>
  changeOrPropose(ctx, userId, {
    action: 'user.twoFactor',
    requirePossible: async ({ db }) => {
      if (!(await isTwoFactorOn(db, userId))) refuse('notFound', 'no second factor');
    },
    changeAtOnce: (step) => removeTwoFactor(step, userId),
    termsOf: (user) => ({ change: 'twoFactor', ...nameOf(user) }),
  });

type Change = {
  readonly action: string;
  readonly isDone?: (user: UserRow) => boolean;
  readonly requirePossible?: (ctx: Ctx) => Promise<void>;
  readonly changeAtOnce: (ctx: Ctx) => Promise<void>;
  readonly termsOf: (user: UserRow) => AdminChangeTerms;
};

const nameOf = (user: UserRow) => ({ user_id: user.id.toString(), username: user.username });

/**
 * Makes a change to a buyer, or to an admin with fewer permissions than the caller; proposes one to an admin with the
 * same permissions. Refuses the callers themselves and admins above them (noPermission).
 */
function changeOrPropose(ctx: Ctx, userId: bigint, change: Change): Promise<Proposable> {
  requireAction(ctx.actor, change.action);
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
