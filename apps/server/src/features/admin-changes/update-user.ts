import type { Input, UserDetails } from '@portside/contract';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { setEmail, voidWaitingEmail } from '../sessions/index.ts';
import { findUser, getUserDetails, updateProfile } from '../users/index.ts';

/**
 * Replaces username, e-mail address and language. Another address waits (`setEmail`); the answer has the one in force. A
 * new name stops an address that waits: its user was told the former one, and could no longer sign in to reject it.
 * Refuses what `updateProfile` and `setEmail` refuse.
 */
export const updateUser = (ctx: Ctx, { params, body }: Input<'updateUser'>): Promise<UserDetails> =>
  inTransaction(ctx, async (step) => {
    const userId = BigInt(params.id);
    const before = await findUser(step.db, userId);
    await updateProfile(step, userId, body);
    if (before?.username !== body.username)
      await voidWaitingEmail(step, userId, 'the username was changed', null);
    await setEmail(step, userId, body.email);
    return getUserDetails(step.db, userId);
  });
