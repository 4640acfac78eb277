import type { Ctx } from '../../platform/context.ts';
import { Refusal } from '../../platform/refusal.ts';
import { StartError } from '../../platform/start-error.ts';
import { ensureOwnerRole } from '../roles/index.ts';
import { createUser } from './create-user.ts';
import { hashNewPassword } from './passwords/passwords.ts';
import { hasUserWithRole } from './users.sql.ts';

type FirstOwner = { readonly username: string; readonly password: string; readonly email: string };

/**
 * Creates the first owner where the shop has none; the given password must be changed at the first sign-in. Throws a
 * StartError where there is no owner and none is given.
 */
export async function ensureFirstOwner(ctx: Ctx, owner: FirstOwner | null): Promise<void> {
  const roleId = await ensureOwnerRole(ctx.db);
  if (await hasUserWithRole(ctx.db, roleId)) return;
  if (owner === null) {
    throw new StartError(
      'The shop has no owner yet. Set OWNER_USERNAME, OWNER_PASSWORD and OWNER_EMAIL for the first start.',
    );
  }
  try {
    await createUser(ctx, {
      username: owner.username,
      email: owner.email,
      passwordHash: await hashNewPassword(owner.password, { isAdmin: true, names: [owner.username] }),
      roleId,
      agentId: null,
      language: 'en',
      mustChangePassword: true,
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const setting = error.reason === 'userExists' ? 'OWNER_USERNAME' : 'OWNER_PASSWORD';
    throw new StartError(`${setting}: ${error.message}`, error);
  }
}
