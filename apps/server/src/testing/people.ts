import { randomBytes } from 'node:crypto';
import { type UserActor, userActor } from '../platform/actor.ts';
import type { Ctx } from '../platform/context.ts';
import { createUser, hashNewPassword, type NewUser, type UserRow } from '../features/users/index.ts';
import { ensureOwnerRole, readPermissions } from '../features/roles/index.ts';
import { createEnrolment } from '../features/sessions/index.ts';
import { openSession } from '../features/sessions/open-session.ts';
import { findTwoFactor, setConfirmed } from '../features/sessions/two-factor/two-factor.sql.ts';
import { bearer } from './app.ts';

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

/** Without a code. */
export async function turnOnTwoFactor(ctx: Ctx, user: UserRow): Promise<void> {
  await createEnrolment(ctx, user);
  await setConfirmed(ctx.db, (await findTwoFactor(ctx.db, user.id))!, ctx.clock.now());
}

export type TestAdmin = {
  readonly user: UserRow;
  /** Acts as the admin, as a request with the token would. */
  readonly ctx: Ctx;
  readonly headers: Record<string, string>;
};

/** A new admin, just signed in with a second factor; an owner where no actions are given. */
export async function signInAdmin(ctx: Ctx, actions?: readonly string[]): Promise<TestAdmin> {
  const roleId = actions ? await createTestRole(ctx, actions) : await ensureOwnerRole(ctx.db);
  const { user } = await createPerson(ctx, { roleId });
  await turnOnTwoFactor(ctx, user);
  const origin = { address: '203.0.113.5', userAgent: 'test', hasGivenCode: true };
  const { token } = await openSession(ctx, user, origin);
  const session = await ctx.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow();
  const permissions = await readPermissions(ctx.db, roleId);
  const actor: UserActor = {
    kind: 'user',
    userId: user.id,
    sessionId: session.id,
    isAdmin: true,
    notReady: null,
    actions: permissions.actions,
    codeAt: ctx.clock.now(),
  };
  return { user, ctx: { ...ctx, actor }, headers: bearer(token) };
}

/** Creates a role with these actions and answers its id. */
export async function createTestRole(ctx: Ctx, actions: readonly string[]): Promise<bigint> {
  const name = `role ${randomBytes(6).toString('hex')}`;
  const { id } = await ctx.db
    .insertInto('roles')
    .values({ name, menus: [], actions: [...actions] })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
