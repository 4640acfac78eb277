import type { Input, UserDetails } from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { createUser } from './create-user.ts';
import { recordOwnTies } from './record-own-ties.ts';
import { guessableNames } from './passwords/guessable-names.ts';
import { getUserDetails } from './user-details.sql.ts';
import { hashNewPassword } from './passwords/passwords.ts';

/**
 * Creates a user without a role, as an admin. With `role_id`, the password must be long enough for an admin; the caller
 * grants the role. Refuses a username or e-mail address that is taken (userExists).
 */
export async function addUserWithoutRole(ctx: Ctx, { body }: Input<'addUser'>): Promise<UserDetails> {
  requireAction(ctx.actor, 'user.write');
  const { username, email, language, password, role_id } = body;
  const isAdmin = role_id !== undefined;
  const passwordHash = await hashNewPassword(password, {
    isAdmin,
    names: await guessableNames(ctx.db, username, email),
  });
  return inTransaction(ctx, async (step) => {
    const user = await createUser(step, {
      username,
      email,
      passwordHash,
      language,
      roleId: null,
      agentId: null,
    });
    await recordOwnTies(step, [user.id]);
    const after = { username, email, language };
    await recordAudit(step, { action: 'user.create', subject: `user:${user.id}`, after });
    return getUserDetails(step.db, user.id);
  });
}
