import { randomBytes } from 'node:crypto';
import { type UserActor, userActor } from '../platform/actor.ts';
import type { Ctx } from '../platform/context.ts';
import { createUser, hashNewPassword, type NewUser, type UserRow } from '../features/users/index.ts';
import { ensureOwnerRole, readPermissions } from '../features/roles/index.ts';

export const TEST_PASSWORD = 'a quiet harbour';

const passwordHash = hashNewPassword(TEST_PASSWORD, { isAdmin: true });

/** A new user with the password TEST_PASSWORD, and an actor for them, without a session. */
export async function createPerson(
  ctx: Ctx,
  wanted: Partial<NewUser> = {},
): Promise<{ user: UserRow; actor: UserActor }> {
  const name = `u${randomBytes(6).toString('hex')}`;
  const user = await createUser(ctx, {
    username: name,
    email: `${name}@example.com`,
    passwordHash: await passwordHash,
    roleId: null,
    agentId: null,
    language: 'en',
    ...wanted,
  });
  const { actions } = await readPermissions(ctx.db, user.role_id);
  const actor = userActor(user.id, { isAdmin: user.role_id !== null, actions });
  return { user, actor };
}

export const createOwner = async (ctx: Ctx): Promise<{ user: UserRow; actor: UserActor }> =>
  createPerson(ctx, { roleId: await ensureOwnerRole(ctx.db) });
