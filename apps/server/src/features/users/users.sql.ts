import type { Language, UserStatus } from '@portside/contract';
import { type Generated, type RawBuilder, type Selectable, sql } from 'kysely';
import { MINUTE_MS } from '../../platform/clock.ts';
import { brokenConstraint, type Db } from '../../platform/db/db.ts';
import { refuse } from '../../platform/refusal.ts';
import { idArray } from '../../platform/db/arrays.ts';
import { query, type Query } from '../../platform/db/pipeline.ts';

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
  /** What they pay less as; null: none. */
  level_id: Generated<bigint | null>;
  /** An operator chose the level, and turnover does not change it. */
  level_held: Generated<boolean>;
  language: Language;
  /** Someone else chose the password: it must be changed before the user can act as an admin. */
  must_change_password: Generated<boolean>;
  created_at: Date;
};

type SignInTriesTable = { username_key: string; address: string; tries: number; ends_at: Date };

/** Codes that a user made up until `ends_at`. */
type CodeTriesTable = { user_id: bigint; kind: CodeKind; tries: number; ends_at: Date };

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
    code_tries: CodeTriesTable;
    user_ties: UserTiesTable;
    sign_in_networks: SignInNetworksTable;
    used_proofs: UsedProofsTable;
    username_looks: UsernameLooksTable;
    /** Who brought a user before; a trigger keeps them. */
    former_agents: { agent_id: bigint; user_id: bigint };
  }
}

export type UserRow = Selectable<UsersTable>;

/** Without a lock: the row may have changed by the time it is used. */
export const findUser = (db: Db, id: bigint): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();

/** Locks the user until the transaction ends, so that decisions on the row still hold then. */
export const lockUser = (db: Db, id: bigint): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();

/** The same of several, in the order of their ids, so that two such calls never wait for each other. */
export const lockUsers = (db: Db, ids: readonly bigint[]): Promise<UserRow[]> =>
  db.selectFrom('users').selectAll().where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute();

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

type Buyer = {
  readonly email: string;
  readonly isActive: boolean;
  readonly levelId: bigint | null;
  readonly agentId: bigint | null;
};

type BuyerRow = {
  readonly id: string;
  readonly email: string;
  readonly status: string;
  readonly level_id: string | null;
  readonly agent_id: string | null;
};

/** What an order needs to know of its buyers, by id; unknown ids are absent. */
export const buyersOf = (ids: readonly bigint[]): Query<BuyerRow, Map<bigint, Buyer>> =>
  query(
    sql`select id::text, email, status, level_id::text, agent_id::text from users where id = any(${idArray(ids)}::bigint[])`,
    (rows) =>
      new Map(
        rows.map(({ id, email, status, level_id, agent_id }) => [
          BigInt(id),
          {
            email,
            isActive: status === 'active',
            levelId: level_id === null ? null : BigInt(level_id),
            agentId: agent_id === null ? null : BigInt(agent_id),
          },
        ]),
      ),
  );

/** Codes that people guess. */
type CodeKind = 'coupon' | 'redeemCode';

/** Codes of a kind that a user may make up within the window, as many as wrong passwords. */
export const MAX_CODE_TRIES = 10;
const CODE_TRIES_MS = 15 * MINUTE_MS;

type CodeTriesRow = { readonly user_id: string; readonly tries: number };

/** How many codes these users made up within a quarter of an hour; those who made up none are absent. */
export const codeTriesOf = (
  kind: CodeKind,
  userIds: readonly bigint[],
  now: Date,
): Query<CodeTriesRow, Map<bigint, number>> =>
  query(
    sql`
      select user_id::text, tries from code_tries
      where user_id = any(${idArray(userIds)}::bigint[]) and kind = ${kind} and ends_at > ${now}::timestamptz`,
    (rows) => new Map(rows.map(({ user_id, tries }) => [BigInt(user_id), tries])),
  );

/** The first key of the locks by user; differs from the number of every other advisory lock in the shop. */
const CODE_TRIES_LOCK = 7_031;

/** Until the transaction ends, one code of a user at a time: of guesses at once, each counts the ones before it. */
export async function lockCodeTries(db: Db, userId: bigint): Promise<void> {
  await sql`select pg_advisory_xact_lock(${CODE_TRIES_LOCK}::int, hashint8(${userId}))`.execute(db);
}

/** Counts codes that users made up, one for each time that a user is named. */
export async function countCodeTries(
  db: Db,
  kind: CodeKind,
  userIds: readonly bigint[],
  now: Date,
): Promise<void> {
  if (userIds.length === 0) return;
  const endsAt = new Date(now.getTime() + CODE_TRIES_MS);
  await sql`
    insert into code_tries as known (user_id, kind, tries, ends_at)
    select user_id, ${kind}, count(*), ${endsAt}::timestamptz from unnest(${idArray(userIds)}::bigint[]) as user_id
    group by user_id order by user_id
    on conflict (user_id, kind) do update set
      tries = case when known.ends_at > ${now} then known.tries else 0 end + excluded.tries,
      ends_at = case when known.ends_at > ${now} then known.ends_at else excluded.ends_at end`.execute(db);
}

/** A user's level; null without one, and for an unknown user. */
export async function findLevelId(db: Db, userId: bigint): Promise<bigint | null> {
  const row = await db.selectFrom('users').select('level_id').where('id', '=', userId).executeTakeFirst();
  return row?.level_id ?? null;
}

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

/**
 * Ids of users whose username or e-mail address starts with `prefix`, which the caller has folded (`foldName`). A whole
 * address is its owner's alone, though others may go on behind it.
 */
export async function findUsersByPrefix(db: Db, prefix: string, limit: number): Promise<bigint[]> {
  const owner = prefix.includes('@') ? await findUserByEmail(db, prefix) : undefined;
  if (owner) return [owner.id];
  const end = prefix + LAST_CHARACTER;
  const { rows } = await sql<{ id: bigint }>`
    (select id from users where username_key ~>=~ ${prefix} and username_key ~<=~ ${end} limit ${limit})
    union
    (select id from users where email_key ~>=~ ${prefix} and email_key ~<=~ ${end} limit ${limit})
    limit ${limit}`.execute(db);
  return rows.map((row) => row.id);
}

/** The same as a condition on `users`. */
export const hasPrefix = (prefix: string): RawBuilder<boolean> => sql`(
  email_key = ${prefix} or (starts_with(username_key, ${prefix}) or starts_with(email_key, ${prefix}))
    and not exists (select from users where email_key = ${prefix}))`;

/** With less, a part of a name is in too many of them, and only the beginning is looked for. */
const SHORTEST_PART = 3;

/** Ids of users whose username or e-mail address has the text, which the caller has folded, in it; beginnings first. */
export async function findUsersByPart(db: Db, part: string, limit: number): Promise<bigint[]> {
  const first = await findUsersByPrefix(db, part, limit);
  // Who has a whole address at the beginning of theirs is who is meant.
  const isFound = first.length >= limit || (first.length > 0 && part.includes('@'));
  if (isFound || part.length < SHORTEST_PART) return first;
  const { rows } = await sql<{ id: bigint }>`
    select id from users
    where pieces_of(username_key || ' ' || email_key) @> pieces_of(${part}::text)
      and (strpos(username_key, ${part}) > 0 or strpos(email_key, ${part}) > 0)
    limit ${limit}`.execute(db);
  return [...new Set([...first, ...rows.map(({ id }) => id)])].slice(0, limit);
}

/** Ids of users whom an agent brought, or had brought until another one did. */
export async function findUsersOfAgent(db: Db, agentId: bigint, limit: number): Promise<bigint[]> {
  const { rows } = await sql<{ id: bigint }>`
    (select id from users where agent_id = ${agentId} limit ${limit})
    union (select user_id from former_agents where agent_id = ${agentId} limit ${limit})
    limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Those of the users whose profile is closed. */
export async function findClosed(db: Db, ids: readonly bigint[]): Promise<ReadonlySet<bigint>> {
  const { rows } = await sql<{ id: bigint }>`
    select id from users where id = any(${idArray(ids)}::bigint[]) and status = 'closed'`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

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
