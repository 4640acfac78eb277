import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { findRole } from '../roles/index.ts';
import { deleteTwoFactor } from '../two-factor/index.ts';
import { findUserByUsername, hashNewPassword, setGivenPassword, storeUserStatus } from '../users/index.ts';
import { endSessions } from './end-sessions.ts';

type Recovery = {
  readonly username: string;
  /** Null: the owner keeps theirs. */
  readonly password: string | null;
  readonly keepsTwoFactor?: boolean;
};

/**
 * Lets an owner back in, as the server's own command: a new password that must be changed, no second factor, or one of
 * them; active, signed out everywhere. Refuses users who are not owners (notFound). Audited; `owner.recover` raises an
 * alarm.
 */
export async function recoverOwner(
  ctx: Ctx,
  { username, password, keepsTwoFactor = false }: Recovery,
): Promise<void> {
  if (ctx.actor.kind !== 'system') refuse('noPermission');
  const passwordHash =
    password === null ? null : await hashNewPassword(password, { isAdmin: true, names: [username] });
  await inTransaction(ctx, async (step) => {
    const user = (await findUserByUsername(step.db, username)) ?? refuse('notFound', 'no such user');
    const role = user.role_id === null ? undefined : await findRole(step.db, user.role_id);
    if (user.status === 'closed' || !role?.is_owner) refuse('notFound', 'not an owner');
    if (user.status === 'frozen') await storeUserStatus(step, user.id, 'active');
    if (passwordHash !== null) await setGivenPassword(step, user.id, passwordHash);
    if (!keepsTwoFactor) await deleteTwoFactor(step.db, user.id);
    await endSessions(step, user.id);
    await recordAudit(step, { action: 'owner.recover', subject: `user:${user.id}` });
  });
}
