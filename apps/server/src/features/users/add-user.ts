import type { Input, UserDetails } from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { createUser } from './create-user.ts';
import { setUserRole } from './set-user-role.ts';
import { getUserDetails } from './user-details.sql.ts';
import { hashNewPassword } from './passwords/passwords.ts';

/**
 * Creates a user, as an admin; giving a role needs the permission to grant it. Refuses a username or e-mail address
 * that is taken (userExists).
 */
export async function addUser(ctx: Ctx, { body }: Input<'addUser'>): Promise<UserDetails> {
  requireAction(ctx.actor, 'user.write');
  const { username, email, language, password, role_id } = body;
  const isAdmin = role_id !== undefined;
  const passwordHash = await hashNewPassword(password, { isAdmin });
  return inTransaction(ctx, async (step) => {
    const user = await createUser(step, {
      username,
      email,
      passwordHash,
      language,
      roleId: null,
      agentId: null,
    });
    const after = { username, email, language };
    await recordAudit(step, { action: 'user.create', subject: `user:${user.id}`, after });
    return isAdmin ? setUserRole(step, user.id, BigInt(role_id)) : getUserDetails(step.db, user.id);
  });
}
