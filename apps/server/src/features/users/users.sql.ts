import type { Language, UserStatus } from '@portside/contract';
import { type Generated, type Selectable, sql } from 'kysely';
import { brokenConstraint, type Db } from '../../platform/db/db.ts';
import { refuse } from '../../platform/refusal.ts';
import { idArray } from '../../platform/db/arrays.ts';
import { query, type Query } from '../../platform/db/pipeline.ts';
import { mapNames, type NameById } from '../../platform/audit/record-audit.ts';

type UsersTable = {
  id: Generated<bigint>;
  username: string;
  /** Folded (`foldName`), so that no two names differ only by case or width of letters. */
  username_key: string;
  email: string;
  email_key: string;
  password_hash: string;
  status: Generated<UserStatus>;
  role_id: bigint | null;
  agent_id: bigint | null;
  language: Language;
  /** Someone else chose the password: it must be changed before the user can act as an admin. */
  must_change_password: Generated<boolean>;
  created_at: Date;
};

type SignInTriesTable = { username_key: string; address: string; tries: number; ends_at: Date };

type SignInNetworksTable = { user_id: bigint; network: string; seen_at: Date };
type UsedProofsTable = { challenge: string; ends_at: Date };
/** What a username looks like: two that share one are confusable. */
type UsernameLooksTable = { look: string; user_id: bigint };

/** An admin set up a person; see `recordTies`. */
type UserTiesTable = { user_id: bigint; by_id: bigint; at: Date };

declare module '../../platform/db/db.ts' {
  interface Database {
    users: UsersTable;
    sign_in_tries: SignInTriesTable;
    user_ties: UserTiesTable;
    sign_in_networks: SignInNetworksTable;
    used_proofs: UsedProofsTable;
    username_looks: UsernameLooksTable;
  }
}

export type UserRow = Selectable<UsersTable>;

/** Without a lock: the row may have changed by the time it is used. */
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

type Buyer = { readonly email: string; readonly isActive: boolean };

type BuyerRow = { readonly id: string; readonly email: string; readonly status: string };

/** What an order needs to know of its buyers, by id; unknown ids are absent. */
export const buyersOf = (ids: readonly bigint[]): Query<BuyerRow, Map<bigint, Buyer>> =>
  query(
    sql`select id::text, email, status from users where id = any(${idArray(ids)}::bigint[])`,
    (rows) =>
      new Map(
        rows.map(({ id, email, status }) => [BigInt(id), { email, isActive: status === 'active' }] as const),
      ),
  );

/** The language of a user's e-mails. Throws if there is no such user. */
export async function readLanguage(db: Db, userId: bigint): Promise<Language> {
  const language = (await readLanguages(db, [userId])).get(userId);
  if (language === undefined) throw new Error(`no user ${userId}`);
  return language;
}

/** The same of several users, by user; unknown ones are absent. */
export async function readLanguages(db: Db, userIds: readonly bigint[]): Promise<Map<bigint, Language>> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'language'])
    .where(sql<boolean>`id = any(${idArray(userIds)}::bigint[])`)
    .execute();
  return new Map(rows.map(({ id, language }) => [id, language]));
}

/** Sorts after every text with the same prefix. */
const LAST_CHARACTER = '\u{10FFFF}';

/** Ids of users whose username or e-mail address starts with `prefix`, which the caller has folded (`foldName`). */
export async function findUsersByPrefix(db: Db, prefix: string, limit: number): Promise<bigint[]> {
  const end = prefix + LAST_CHARACTER;
  const { rows } = await sql<{ id: bigint }>`
    (select id from users where username_key ~>=~ ${prefix} and username_key ~<=~ ${end} limit ${limit})
    union
    (select id from users where email_key ~>=~ ${prefix} and email_key ~<=~ ${end} limit ${limit})
    limit ${limit}`.execute(db);
  return rows.map((row) => row.id);
}

/** Ids of users whom an agent referred. */
export async function findUsersOfAgent(db: Db, agentId: bigint, limit: number): Promise<bigint[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('agent_id', '=', agentId)
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/** Users by their usernames. */
export const nameUsers: NameById = async ({ db }, ids) =>
  mapNames(await db.selectFrom('users').select(['id', 'username as name']).where('id', 'in', ids).execute());

/**
 * The key under which a username or e-mail address is unique: "Ann", "ANN" and the full-width "Ａｎｎ" are one.
 * Upper case first, because some letters ("ß", "ı") only meet there.
 */
export const foldName = (name: string): string =>
  name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');

/** Turns a violated unique constraint into a refusal (userExists); rethrows any other error. */
export function refuseTaken(error: unknown): never {
  const constraint = brokenConstraint(error);
  if (constraint === 'users_username_taken' || constraint === 'users_email_taken')
    refuse('userExists', constraint);
  throw error;
}
