import { recordOwnTies } from '../approvals/index.ts';
import { paths, type Language, type Input, type UserDetails, type Data } from '@portside/contract';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { brokenConstraint } from '../../platform/db/db.ts';
import { refuse, Refusal, StartError } from '../../platform/refusal.ts';
import { openUserAccounts } from '../ledger/index.ts';
import { foldName, insertUser, type UserRow, hasUserWithRole } from './users.sql.ts';
import { takeUsername } from './take-username.ts';
import { requireAction } from '../../platform/actor.ts';
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
  /** When they registered; now where absent. */
  readonly createdAt?: Date;
};

/**
 * Creates an active user with an empty balance. Refuses a username or e-mail address that is taken (userExists), and a
 * username that looks like another (nameConfusable).
 */
export async function createUser(ctx: Ctx, user: NewUser): Promise<UserRow> {
  return inTransaction(ctx, async ({ db, clock }) => {
    const row = await insertUser(db, {
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
    }).catch(refuseTaken);
    await takeUsername(db, row.id, user.username);
    await openUserAccounts(db, row.id);
    return row;
  });
}

/** Turns a violated unique constraint into a refusal (userExists); rethrows any other error. */
export function refuseTaken(error: unknown): never {
  const constraint = brokenConstraint(error);
  if (constraint === 'users_username_taken' || constraint === 'users_email_taken')
    refuse('userExists', constraint);
  throw error;
}

/**
 * Creates a user without a role, as an admin. With `role_id`, the password must be long enough for an admin; the caller
 * grants the role. Refuses a username or e-mail address that is taken (userExists).
 */
async function addUserWithoutRole(ctx: Ctx, { body }: Input<'addUser'>): Promise<UserDetails> {
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

/**
 * Creates a user, as an admin; giving a role needs the permission to grant it, and may wait for a second person
 * (`setUserRole`): until then the user has none. Refuses a username or e-mail address that is taken (userExists).
 */
export const addUser = (ctx: Ctx, input: Input<'addUser'>): Promise<Data<'addUser'>> =>
  inTransaction(ctx, async (step) => {
    const user = await addUserWithoutRole(step, input);
    const { role_id: roleId } = input.body;
    if (roleId === undefined) return { ...user, proposal: null };
    requireAction(step.actor, paths.setUserRole[2]);
    return setUserRole(step, BigInt(user.id), BigInt(roleId));
  });
