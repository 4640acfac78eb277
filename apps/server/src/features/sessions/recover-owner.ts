import { deleteTwoFactor } from './two-factor/two-factor.sql.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { findRole, ensureOwnerRole } from '../roles/index.ts';
import {
  findUserByUsername,
  hashNewPassword,
  replacePassword,
  setUserStatus,
  createUser,
} from '../users/index.ts';
import { endSessions } from './sessions.ts';

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
    if (user.status === 'frozen') await setUserStatus(step, user.id, 'active');
    if (passwordHash !== null) await replacePassword(step, user.id, passwordHash, { mustChange: true });
    if (!keepsTwoFactor) await deleteTwoFactor(step.db, user.id);
    await endSessions(step, { userId: user.id });
    await recordAudit(step, { action: 'owner.recover', subject: `user:${user.id}` });
  });
}

type Addition = { readonly username: string; readonly email: string; readonly password: string };

/**
 * Adds an owner, as the server's own command; the password must be changed at the first sign-in. Refuses a name or
 * address that is taken (userExists). Audited as an owner's return, which raises the same alarm.
 */
export async function addOwner(ctx: Ctx, { username, email, password }: Addition): Promise<void> {
  if (ctx.actor.kind !== 'system') refuse('noPermission');
  const passwordHash = await hashNewPassword(password, { isAdmin: true, names: [username] });
  await inTransaction(ctx, async (step) => {
    const user = await createUser(step, {
      username,
      email,
      passwordHash,
      roleId: await ensureOwnerRole(step.db),
      agentId: null,
      language: 'en',
      mustChangePassword: true,
    });
    await recordAudit(step, { action: 'owner.recover', subject: `user:${user.id}`, after: { added: true } });
  });
}
