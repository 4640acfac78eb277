import { requireUser } from '../../../platform/actor.ts';
import type { Ctx } from '../../../platform/context.ts';
import { refuse } from '../../../platform/refusal.ts';
import { findUser, isPasswordOf, type UserRow } from '../../users/index.ts';
import { guardSecret } from '../guard-secret.ts';

/** Checks the caller's password again. Refuses a wrong one (oldPasswordWrong) and too many (`guardSecret`). */
export const requireOwnPassword = (ctx: Ctx, password: string): Promise<UserRow> =>
  guardSecret(ctx, async () => {
    const user = (await findUser(ctx.db, requireUser(ctx.actor).userId)) ?? refuse('notSignedIn');
    return (await isPasswordOf(user, password)) ? user : refuse('oldPasswordWrong');
  });
