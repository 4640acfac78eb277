import type { Insertable } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import type { SessionsTable } from './sessions.tables.ts';

export async function insertSession(db: Db, session: Insertable<SessionsTable>): Promise<void> {
  await db.insertInto('sessions').values(session).execute();
}

/**
 * Session, user and role in one indexed statement, across three features' tables: every request with a
 * token begins with it.
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
    ])
    .select(['roles.menus', 'roles.actions', 'roles.is_owner'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();

/** True while the session is known and its user may use it. */
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

export async function deleteSession(db: Db, id: bigint): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', id).execute();
}

export async function deleteSessionsOfUser(db: Db, userId: bigint): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute();
}

export async function deleteSessionsBefore(db: Db, time: Date): Promise<void> {
  await db.deleteFrom('sessions').where('created_at', '<', time).execute();
}
