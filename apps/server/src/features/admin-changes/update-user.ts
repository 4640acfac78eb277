import type { Input, UserDetails } from '@portside/contract';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { setEmail } from '../sessions/index.ts';
import { getUserDetails, updateProfile } from '../users/index.ts';

/**
 * Replaces username, e-mail address and language. Another address waits (`setEmail`); the answer has the one in force.
 * Refuses what these two refuse.
 */
export const updateUser = (ctx: Ctx, { params, body }: Input<'updateUser'>): Promise<UserDetails> =>
  inTransaction(ctx, async (step) => {
    const userId = BigInt(params.id);
    await updateProfile(step, userId, body);
    await setEmail(step, userId, body.email);
    return getUserDetails(step.db, userId);
  });
