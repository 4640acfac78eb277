import { recordOwnTies } from '../approvals/index.ts';
import { paths, type Data, type Input, type Language } from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { Refusal, StartError } from '../../platform/refusal.ts';
import { openUserAccounts } from '../ledger/index.ts';
import { foldName, refuseTaken, type UserRow } from './users.sql.ts';
import { takeUsername } from './take-username.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { guessableNames, hashNewPassword } from './passwords/passwords.ts';
import { getUserDetails } from './user-details.sql.ts';
import { ensureOwnerRole } from '../roles/index.ts';
import { setUserRole } from './set-user-role.ts';

export type NewUser = {
  readonly username: string;
  readonly email: string;
  /** From `hashNewPassword`. */
  readonly passwordHash: string;
  /** Null for a buyer. */
  readonly roleId: bigint | null;
  /** The agent who referred the user; null for none. */
  readonly agentId: bigint | null;
  readonly language: Language;
  /** Someone else has chosen the password. */
  readonly mustChangePassword?: boolean;
  /** When they registered; now if absent. */
  readonly createdAt?: Date;
};

/**
 * Creates an active user with an empty balance. Refuses a username or e-mail address that is taken (userExists), and a
 * username that looks like another (nameConfusable).
 */
export async function createUser(ctx: Ctx, user: NewUser): Promise<UserRow> {
  return inTransaction(ctx, async ({ db, clock }) => {
    const row = await db
      .insertInto('users')
      .values({
        username: user.username,
        username_key: foldName(user.username),
        email: user.email,
        email_key: foldName(user.email),
        password_hash: user.passwordHash,
        role_id: user.roleId,
        agent_id: user.agentId,
        language: user.language,
        must_change_password: user.mustChangePassword ?? false,
        created_at: user.createdAt ?? clock.now(),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
      .catch(refuseTaken);
    await takeUsername(db, row.id, user.username);
    await openUserAccounts(db, row.id);
    return row;
  });
}

/**
 * Creates a user, as an admin; giving a role needs the permission to grant it, and may wait for a second person
 * (`setUserRole`): until then the user has none. Refuses a username or e-mail address that is taken (userExists), and a
 * weak password, which has to be longer with a role.
 */
export async function addUser(ctx: Ctx, { body }: Input<'addUser'>): Promise<Data<'addUser'>> {
  const { username, email, language, password, role_id: roleId } = body;
  const passwordHash = await hashNewPassword(password, {
    isAdmin: roleId !== undefined,
    names: await guessableNames(ctx.db, username, email),
  });
  return inTransaction(ctx, async (step) => {
    const profile = { username, email, language };
    const { id } = await createUser(step, { ...profile, passwordHash, roleId: null, agentId: null });
    await recordOwnTies(step, [id]);
    await recordAudit(step, { action: 'user.create', subject: `user:${id}`, after: profile });
    if (roleId === undefined) return { ...(await getUserDetails(step.db, id)), proposal: null };
    requireAction(step.actor, paths.setUserRole[2]);
    return setUserRole(step, id, BigInt(roleId));
  });
}

type FirstOwner = { readonly username: string; readonly password: string; readonly email: string };

/**
 * Creates the first owner if the shop has none; the given password must be changed at the first sign-in. Throws a
 * StartError if there is no owner and none is given.
 */
export async function ensureFirstOwner(ctx: Ctx, owner: FirstOwner | null): Promise<void> {
  const roleId = await ensureOwnerRole(ctx.db);
  const owners = ctx.db.selectFrom('users').select('id').where('role_id', '=', roleId).limit(1);
  if (await owners.executeTakeFirst()) return;
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
