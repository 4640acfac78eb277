import type { Proposable } from '@portside/contract';
import { aboutUser, changeOrPropose } from '../../users/index.ts';
import { recordOwnTies } from '../../approvals/index.ts';
import {
  acceptCode,
  createEnrolment,
  type Enrolment,
  acceptFirstCode,
  replaceRecoveryCodes,
} from './accept-code.ts';
import { deleteTwoFactor, isTwoFactorOn } from './two-factor.sql.ts';
import { requireUser } from '../../../platform/actor.ts';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { endSessions } from '../list-sessions.ts';
import { guardSecret, requireOwnPassword } from '../guard-secret.ts';
import type { Db } from '../../../platform/db/db.ts';
import { refuse } from '../../../platform/refusal.ts';

type Proof = { readonly password: string; readonly code: string };

/** Turns the caller's second factor off; needs password and code. Other sessions end. */
export async function turnOffTwoFactor(ctx: Ctx, { password, code }: Proof): Promise<void> {
  const { userId, sessionId, isAdmin } = requireUser(ctx.actor);
  await requireOwnPassword(ctx, password);
  await guardSecret(ctx, () => acceptCode(ctx, userId, code));
  await inTransaction(ctx, async (step) => {
    await deleteTwoFactor(step.db, userId);
    await setCodeAt(step.db, sessionId, null);
    await step.events.announce(step, 'credentialsChanged', { userId, keptSessionId: sessionId });
    if (isAdmin) await recordAudit(step, { action: 'twoFactor.off', subject: `user:${userId}` });
  });
}

/**
 * Starts the enrolment of a second factor. Needs the caller's password (oldPasswordWrong), so that no one can lock the
 * owner of an unattended session out. Refuses if one is in use (twoFactorOn).
 */
export async function beginTwoFactor(ctx: Ctx, password: string): Promise<Enrolment> {
  return createEnrolment(ctx, await requireOwnPassword(ctx, password));
}

/**
 * Turns the second factor on with a first code. The user's other sessions, which have given no code, end. Answers with
 * its recovery codes.
 */
export async function confirmTwoFactor(ctx: Ctx, code: string): Promise<{ recovery_codes: string[] }> {
  const { userId, sessionId, isAdmin } = requireUser(ctx.actor);
  await guardSecret(ctx, () => acceptFirstCode(ctx, userId, code));
  return inTransaction(ctx, async (step) => {
    await setCodeAt(step.db, sessionId, step.clock.now());
    await endSessions(step, { userId, keptSessionId: sessionId });
    const codes = await replaceRecoveryCodes(step, userId);
    if (isAdmin) await recordAudit(step, { action: 'twoFactor.on', subject: `user:${userId}` });
    return { recovery_codes: codes };
  });
}

/** New recovery codes in place of the old ones. Refuses a user without a second factor (notFound). */
export async function createRecoveryCodes(ctx: Ctx): Promise<{ recovery_codes: string[] }> {
  const { userId, isAdmin } = requireUser(ctx.actor);
  return inTransaction(ctx, async (step) => {
    if (!(await isTwoFactorOn(step.db, userId))) refuse('notFound', 'no second factor');
    const codes = await replaceRecoveryCodes(step, userId);
    if (isAdmin) await recordAudit(step, { action: 'twoFactor.recovery', subject: `user:${userId}` });
    return { recovery_codes: codes };
  });
}

/** Accepts a fresh code: for five minutes the session can do what needs one (`freshCode` in the contract). */
export async function stepUp(ctx: Ctx, code: string): Promise<void> {
  const { userId, sessionId } = requireUser(ctx.actor);
  await guardSecret(ctx, () => acceptCode(ctx, userId, code));
  await setCodeAt(ctx.db, sessionId, ctx.clock.now());
}

/**
 * Removes the second factor of a user who has lost their phone, as an admin, at once or as a proposal; all their sessions
 * end. In production an admin has to set up a new one before acting again. Refuses a user without one (notFound), and
 * whom `changeOrPropose` refuses.
 */
export const resetTwoFactor = (ctx: Ctx, userId: bigint): Promise<Proposable> =>
  changeOrPropose(ctx, userId, {
    requirePossible: async ({ db }) => {
      if (!(await isTwoFactorOn(db, userId))) refuse('notFound', 'no second factor');
    },
    termsOf: (user) => ({ change: 'twoFactor', ...aboutUser(user) }),
    change: async (step) => {
      if (!(await deleteTwoFactor(step.db, userId))) refuse('notFound', 'no second factor');
      await recordOwnTies(step, [userId]);
      await step.events.announce(step, 'credentialsChanged', { userId });
      await recordAudit(step, { action: 'user.twoFactor', subject: `user:${userId}` });
    },
  });

/** Sets when the session last gave a code; null once its user has no second factor. */
async function setCodeAt(db: Db, id: bigint, codeAt: Date | null): Promise<void> {
  await db.updateTable('sessions').set({ code_at: codeAt }).where('id', '=', id).execute();
}
