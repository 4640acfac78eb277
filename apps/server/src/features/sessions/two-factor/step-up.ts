import { requireUser } from '../../../platform/actor.ts';
import type { Ctx } from '../../../platform/context.ts';
import { acceptCode } from '../../two-factor/index.ts';
import { guardSecret } from '../guard-secret.ts';
import { setCodeAt } from '../sessions.sql.ts';

/** Accepts a fresh code: for five minutes the session can do what needs one (`freshCode` in the contract). */
export async function stepUp(ctx: Ctx, code: string): Promise<void> {
  const { userId, sessionId } = requireUser(ctx.actor);
  await guardSecret(ctx, () => acceptCode(ctx, userId, code));
  await setCodeAt(ctx.db, sessionId, ctx.clock.now());
}
