import type { UserStatus } from '@portside/contract';
import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { foldName } from './fold-name.ts';
import type { UsersTable } from './users.tables.ts';

export type UserRow = Selectable<UsersTable>;

export const findUser = (db: Db, id: bigint): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();

/**
 * Whether that is still the user's password; if so, nobody changes it before the transaction ends. Whoever
 * changes it afterwards sees what was written meanwhile.
 */
export async function holdPassword(db: Db, { id, password_hash }: UserRow): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('password_hash', '=', password_hash)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

export const findUserByUsername = (db: Db, username: string): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('username_key', '=', foldName(username)).executeTakeFirst();

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

/** Throws on a username or e-mail address that somebody has (users_username_taken, users_email_taken). */
export const insertUser = (db: Db, user: Insertable<UsersTable>): Promise<UserRow> =>
  db.insertInto('users').values(user).returningAll().executeTakeFirstOrThrow();

export async function updateUserStatus(db: Db, id: bigint, status: UserStatus): Promise<void> {
  await db.updateTable('users').set({ status }).where('id', '=', id).execute();
}

export async function updatePasswordHash(db: Db, id: bigint, passwordHash: string): Promise<void> {
  await db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', id).execute();
}
