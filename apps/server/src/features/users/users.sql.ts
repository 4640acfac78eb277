import type { UserStatus } from '@portside/contract';
import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { foldName } from './fold-name.ts';
import type { UsersTable } from './users.tables.ts';

export type UserRow = Selectable<UsersTable>;

/** Without a lock: what is decided by the row may no longer hold. */
export const findUser = (db: Db, id: bigint): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();

/** Locks the user until the transaction ends, so that decisions on the row still hold then. */
export const lockUser = (db: Db, id: bigint): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();

/**
 * Whether the password is still the same; if so, locks it until the transaction ends. A later change sees what this
 * transaction has written.
 */
export async function lockPassword(db: Db, { id, password_hash }: UserRow): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('password_hash', '=', password_hash)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** Whatever its letter case and width. */
export const findUserByUsername = (db: Db, username: string): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('username_key', '=', foldName(username)).executeTakeFirst();

/** Whatever its letter case and width. */
export const findUserByEmail = (db: Db, email: string): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('email_key', '=', foldName(email)).executeTakeFirst();

export async function hasUserWithRole(db: Db, roleId: bigint): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('role_id', '=', roleId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function hasActiveUserWithRole(db: Db, roleId: bigint): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('role_id', '=', roleId)
    .where('status', '=', 'active')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Throws on a username or e-mail address that is taken (users_username_taken, users_email_taken). */
export const insertUser = (db: Db, user: Insertable<UsersTable>): Promise<UserRow> =>
  db.insertInto('users').values(user).returningAll().executeTakeFirstOrThrow();

export async function updateUserRow(
  db: Db,
  id: bigint,
  change: Pick<Insertable<UsersTable>, 'username' | 'username_key' | 'email' | 'language'>,
): Promise<void> {
  await db.updateTable('users').set(change).where('id', '=', id).execute();
}

/** A user's e-mail address, locked until the transaction ends. */
export async function lockEmail(db: Db, id: bigint): Promise<string> {
  const row = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return row.email;
}

export async function updateEmail(
  db: Db,
  id: bigint,
  change: Pick<Insertable<UsersTable>, 'email' | 'email_key'>,
): Promise<void> {
  await db.updateTable('users').set(change).where('id', '=', id).execute();
}

export async function updateUserRole(
  db: Db,
  id: bigint,
  roleId: bigint | null,
  mustChangePassword: boolean,
): Promise<void> {
  const change = { role_id: roleId, must_change_password: mustChangePassword };
  await db.updateTable('users').set(change).where('id', '=', id).execute();
}

/** Null for no agent; commissions earned before stay with the former one. */
export async function updateUserAgent(db: Db, id: bigint, agentId: bigint | null): Promise<void> {
  await db.updateTable('users').set({ agent_id: agentId }).where('id', '=', id).execute();
}

/** Sets the column only; the caller ends what the user had under way. */
export async function updateUserStatus(db: Db, id: bigint, status: UserStatus): Promise<void> {
  await db.updateTable('users').set({ status }).where('id', '=', id).execute();
}

/** Stores the same password under another hash; does nothing where the password was changed meanwhile. */
export async function replaceHash(db: Db, { id, password_hash }: UserRow, hash: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ password_hash: hash })
    .where('id', '=', id)
    .where('password_hash', '=', password_hash)
    .execute();
}

/** Sets a password; one that the user has chosen need not be changed. */
export async function updatePassword(
  db: Db,
  id: bigint,
  passwordHash: string,
  { mustChange = false }: { readonly mustChange?: boolean } = {},
): Promise<void> {
  const change = { password_hash: passwordHash, must_change_password: mustChange };
  await db.updateTable('users').set(change).where('id', '=', id).execute();
}
