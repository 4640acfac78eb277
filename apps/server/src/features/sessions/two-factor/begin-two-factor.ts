import type { Ctx } from '../../../platform/context.ts';
import { createEnrolment, type Enrolment } from '../../two-factor/index.ts';
import { requireOwnPassword } from '../password/require-own-password.ts';

/**
 * Starts the enrolment of a second factor. Needs the caller's password (oldPasswordWrong), so that no one can lock the
 * owner of an unattended session out. Refuses where one is in use (twoFactorOn).
 */
export async function beginTwoFactor(ctx: Ctx, password: string): Promise<Enrolment> {
  return createEnrolment(ctx, await requireOwnPassword(ctx, password));
}
