import { type Generated, CompiledQuery, sql, type Insertable, type Selectable } from 'kysely';
import { byteaArray } from '../../platform/db/arrays.ts';
import type { Database, Db } from '../../platform/db/db.ts';

type SessionsTable = {
  id: Generated<bigint>;
  /** SHA-256; the token itself is known to its holder only. */
  token_hash: Buffer;
  user_id: bigint;
  created_at: Date;
  last_seen_at: Date;
  address: string;
  user_agent: string;
  /** When a two-factor code was last given; null where the user has no second factor. */
  code_at: Date | null;
  /** Passwords and codes of its user that were wrong. */
  wrong_secrets: Generated<number>;
};

export type MailedCodesTable = {
  id: Generated<bigint>;
  /** To reset a forgotten password, or to change the e-mail address. */
  purpose: 'password' | 'email';
  /** The folded address that the code goes to. */
  email_key: string;
  /** The new address as the user wrote it; null for a password reset. */
  email: string | null;
  /** Null for a password reset of an unknown address. */
  user_id: bigint | null;
  /** Null until the mail with the code is rendered. */
  code_hash: string | null;
  tries: Generated<number>;
  /** From where it was asked for. */
  network: Generated<string>;
  /** SHA-256 of what the requester got, for a password reset. */
  request_hash: Generated<string | null>;
  created_at: Date;
  expires_at: Date;
  used_at: Date | null;
};

declare module '../../platform/db/db.ts' {
  interface Database {
    sessions: SessionsTable;
    mailed_codes: MailedCodesTable;
  }
}

/** What is shown of a session. Names its columns: `select *` fails in a running process when a column is added. */
const SHOWN = ['id', 'created_at', 'last_seen_at', 'address', 'user_agent'] as const;

type SessionRow = Selectable<SessionsTable>;

export type ShownSession = Pick<SessionRow, (typeof SHOWN)[number]>;

export async function insertSession(db: Db, session: Insertable<SessionsTable>): Promise<void> {
  await db.insertInto('sessions').values(session).execute();
}

/** A session with its user and their role; the role's columns are null for whoever has none. */
export type SignedInRow = Pick<SessionRow, 'id' | 'user_id' | 'created_at' | 'last_seen_at' | 'code_at'> &
  Pick<Selectable<Database['users']>, 'status' | 'role_id' | 'must_change_password'> & {
    [Column in 'menus' | 'actions' | 'is_owner']: Selectable<Database['roles']>[Column] | null;
  };

/** Written once: the query builder would take longer than the query, and every request with a token starts with it. */
const FIND_SIGNED_IN = `
  select asked.at, session.id, session.user_id, session.created_at, session.last_seen_at, session.code_at,
    users.status, users.role_id, users.must_change_password, roles.menus, roles.actions, roles.is_owner
  from unnest($1::bytea[]) with ordinality as asked (token_hash, at)
  join sessions session on session.token_hash = asked.token_hash
  join users on users.id = session.user_id
  left join roles on roles.id = users.role_id`;

/**
 * Sessions, users and roles in one indexed statement over the tables of three features, in the order of the hashes;
 * undefined for an unknown one.
 */
export async function findSignedIn(
  db: Db,
  tokenHashes: readonly Buffer[],
): Promise<readonly (SignedInRow | undefined)[]> {
  const { rows } = await db.executeQuery<SignedInRow & { readonly at: bigint }>(
    CompiledQuery.raw(FIND_SIGNED_IN, [byteaArray(tokenHashes)]),
  );
  const found: (SignedInRow | undefined)[] = tokenHashes.map(() => undefined);
  for (const row of rows) found[Number(row.at) - 1] = row;
  return found;
}

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

/** Of these sessions, those that exist. */
export const listSessionTimes = (
  db: Db,
  ids: readonly bigint[],
): Promise<
  (Pick<SessionRow, 'id' | 'created_at' | 'last_seen_at'> &
    Pick<Selectable<Database['users']>, 'status' | 'role_id'>)[]
> =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id', 'sessions.created_at', 'last_seen_at', 'status', 'role_id'])
    .where((is) => is('sessions.id', '=', is.fn.any(is.val(ids))))
    .execute();

export async function updateLastSeen(db: Db, id: bigint, now: Date): Promise<void> {
  await db.updateTable('sessions').set({ last_seen_at: now }).where('id', '=', id).execute();
}

/** Sets when the session last gave a code; null where its user has no second factor any more. */
export async function setCodeAt(db: Db, id: bigint, codeAt: Date | null): Promise<void> {
  await db.updateTable('sessions').set({ code_at: codeAt }).where('id', '=', id).execute();
}

/** Counts a wrong secret and returns the count; undefined where the session has ended or has had `most` of them. */
export async function countWrongSecret(db: Db, id: bigint, most: number): Promise<number | undefined> {
  const row = await db
    .updateTable('sessions')
    .set({ wrong_secrets: sql`wrong_secrets + 1` })
    .where('id', '=', id)
    .where('wrong_secrets', '<', most)
    .returning('wrong_secrets')
    .executeTakeFirst();
  return row?.wrong_secrets;
}

/** Takes one back that was not wrong. */
export async function uncountWrongSecret(db: Db, id: bigint): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ wrong_secrets: sql`wrong_secrets - 1` })
    .where('id', '=', id)
    .execute();
}

/** Newest first. */
export const listSessionsOf = (db: Db, userId: bigint): Promise<ShownSession[]> =>
  db.selectFrom('sessions').select(SHOWN).where('user_id', '=', userId).orderBy('id', 'desc').execute();

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
