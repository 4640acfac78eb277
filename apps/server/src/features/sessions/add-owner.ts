import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { ensureOwnerRole } from '../roles/index.ts';
import { createUser, hashNewPassword } from '../users/index.ts';

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
