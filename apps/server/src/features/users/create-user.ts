import { insertSetting } from '../settings/index.ts';
import type { Language } from '@portside/contract';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { Refusal, StartError, refuse } from '../../platform/refusal.ts';
import { openUserAccounts } from '../ledger/index.ts';
import { foldName, refuseTaken, type UserRow, findUserByUsername } from './users.sql.ts';
import { hashNewPassword } from './passwords/passwords.ts';
import { ensureOwnerRole } from '../roles/index.ts';
import { lockName, type Db } from '../../platform/db/db.ts';
import unhomoglyph from 'unhomoglyph';
import { sql } from 'kysely';
import { textArray } from '../../platform/db/arrays.ts';

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
    // Buyers of a shop that is there already go on as they know it.
    await insertSetting(ctx.db, 'confirm_email', true, ctx.clock.now());
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const setting = error.reason === 'userExists' ? 'OWNER_USERNAME' : 'OWNER_PASSWORD';
    throw new StartError(`${setting}: ${error.message}`, error);
  }
}

/**
 * Records what a user's new name looks like. Refuses a name that looks like one that another user has or had
 * (nameConfusable): whoever knows the former name must not find somebody else under it. Runs in the transaction that
 * sets the name.
 */
export async function takeUsername(db: Db, userId: bigint, username: string): Promise<void> {
  const looks = looksOf(username);
  await lockLooks(db, looks);
  if (await hasLookalike(db, looks, userId)) refuse('nameConfusable');
  await addLooks(db, userId, looks);
}

/** Whether a username is free, in whatever spelling, and looks like no other. */
export async function checkUsername({ db }: Ctx, username: string): Promise<{ available: boolean }> {
  const isTaken = (await findUserByUsername(db, username)) !== undefined;
  return { available: !isTaken && !(await hasLookalike(db, looksOf(username), null)) };
}

/**
 * What a username looks like, by Unicode's list of confusable characters (UTS 39): as it is written, and in small
 * letters. Two names that share a look are confusable.
 */
const looksOf = (username: string): string[] => [
  ...new Set([lookOf(username.normalize('NFKC')), lookOf(foldName(username))]),
];

const lookOf = (name: string): string => foldName(unhomoglyph(name.normalize('NFD')));

/** Whether another user's name has one of these looks. */
async function hasLookalike(db: Db, looks: readonly string[], exceptId: bigint | null): Promise<boolean> {
  const { rows } = await sql`
    select 1 from username_looks where look = any(${textArray(looks)}::text[])
      and user_id is distinct from ${exceptId}::bigint limit 1`.execute(db);
  return rows.length > 0;
}

/** Serialises those who take one of these looks until the transaction ends. In a fixed order, so that none deadlock. */
async function lockLooks(db: Db, looks: readonly string[]): Promise<void> {
  for (const look of looks.toSorted()) await lockName(db, `username ${look}`);
}

async function addLooks(db: Db, userId: bigint, looks: readonly string[]): Promise<void> {
  await db
    .insertInto('username_looks')
    .values(looks.map((look) => ({ look, user_id: userId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
