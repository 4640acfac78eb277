import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import type { SessionsTable } from './sessions.tables.ts';

export type SessionRow = Selectable<SessionsTable>;

export async function insertSession(db: Db, session: Insertable<SessionsTable>): Promise<void> {
  await db.insertInto('sessions').values(session).execute();
}

/**
 * Session, user and role in one indexed statement over the tables of three features, because every request with a
 * token starts with it.
 */
export const findSignedIn = (db: Db, tokenHash: Buffer) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('roles', 'roles.id', 'users.role_id')
    .select([
      'sessions.id',
      'user_id',
      'sessions.created_at',
      'last_seen_at',
      'users.status',
      'users.role_id',
      'users.must_change_password',
      'code_at',
    ])
    .select(['roles.menus', 'roles.actions', 'roles.is_owner'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();

/** Whether the session exists and its user is active. */
export async function isSessionOpen(db: Db, id: bigint): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('sessions.id')
    .where('sessions.id', '=', id)
    .where('users.status', '=', 'active')
    .executeTakeFirst();
  return row !== undefined;
}

export async function updateLastSeen(db: Db, id: bigint, now: Date): Promise<void> {
  await db.updateTable('sessions').set({ last_seen_at: now }).where('id', '=', id).execute();
}

/** Sets when the session last gave a code; null where its user has no second factor any more. */
export async function setCodeAt(db: Db, id: bigint, codeAt: Date | null): Promise<void> {
  await db.updateTable('sessions').set({ code_at: codeAt }).where('id', '=', id).execute();
}

/** Newest first. */
export const listSessionsOf = (db: Db, userId: bigint): Promise<SessionRow[]> =>
  db.selectFrom('sessions').selectAll().where('user_id', '=', userId).orderBy('id', 'desc').execute();

/** False where the user has no such session. */
export async function deleteOwnSession(db: Db, userId: bigint, id: bigint): Promise<boolean> {
  const row = await db
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes the user's other sessions and returns their ids. */
export async function deleteOtherSessions(db: Db, userId: bigint, kept: bigint): Promise<bigint[]> {
  const rows = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '<>', kept)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

export async function deleteSession(db: Db, id: bigint): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', id).execute();
}

export async function deleteSessionsOfUser(db: Db, userId: bigint): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute();
}

export async function deleteSessionsBefore(db: Db, time: Date): Promise<void> {
  await db.deleteFrom('sessions').where('created_at', '<', time).execute();
}
