import {
  formatBalance,
  formatMicro,
  type UserDetails,
  type UserStatus,
  type SortOf,
  type User,
} from '@portside/contract';
import { sql, type RawBuilder } from 'kysely';
import { mapNames, type NameById } from '../../platform/audit/record-audit.ts';
import type { Db } from '../../platform/db/db.ts';
import { OPEN_STATES } from '../approvals/index.ts';
import { EMAIL_PROPOSAL } from './propose-email.ts';
import { findUsersByPart, foldName, type UserRow } from './users.sql.ts';
import { idArray } from '../../platform/db/arrays.ts';
import { prefixPattern, readCursor, writeCursor } from '../../platform/lists/pages.ts';
import { isAscending } from '../../platform/lists/by-id.ts';
import { refuseField } from '../../platform/refusal.ts';

/** A user with everything that an admin sees of them, from the tables of six features in one statement. */
const selectUserDetails = (db: Db) =>
  db
    .selectFrom('users')
    .innerJoin('ledger_accounts as ledger_account', 'ledger_account.id', 'users.id')
    .leftJoin('roles', 'roles.id', 'users.role_id')
    .leftJoin('users as agent', 'agent.id', 'users.agent_id')
    .leftJoin('two_factors', (join) =>
      join.onRef('two_factors.user_id', '=', 'users.id').on('two_factors.confirmed_at', 'is not', null),
    )
    .leftJoin('invitations', 'invitations.user_id', 'users.id')
    .leftJoin('proposals as email_change', (join) =>
      join
        .on('email_change.kind', '=', EMAIL_PROPOSAL)
        .on('email_change.subject', '=', sql<string>`'user:' || users.id`)
        .on('email_change.state', 'in', OPEN_STATES),
    )
    .select(['users.id', 'users.username', 'users.email', 'users.status', 'users.created_at'])
    .select(['users.language', 'users.role_id', 'users.agent_id', 'ledger_account.balance_micro'])
    .select(['roles.name as role_name', 'agent.username as agent_name', 'two_factors.confirmed_at'])
    .select('invitations.expires_at as invited_until')
    .select(['email_change.due_at', sql<string>`email_change.terms ->> 'email'`.as('next_email')]);

type Row = Awaited<ReturnType<ReturnType<typeof selectUserDetails>['executeTakeFirstOrThrow']>>;

/** Throws if there is no such user. */
export async function getUserDetails(db: Db, id: bigint): Promise<UserDetails> {
  return present(await selectUserDetails(db).where('users.id', '=', id).executeTakeFirstOrThrow());
}

/** Undefined if there is no such user. */
export async function findUserDetails(db: Db, id: bigint): Promise<UserDetails | undefined> {
  const row = await selectUserDetails(db).where('users.id', '=', id).executeTakeFirst();
  return row && present(row);
}

type Filter = {
  /** In the username or the e-mail address. */
  readonly part: string | undefined;
  readonly username: string | undefined;
  readonly status: UserStatus | undefined;
  readonly roleId: bigint | undefined;
  readonly agentId: bigint | undefined;
  readonly levelId: bigint | undefined;
  readonly from: Date | undefined;
  readonly to: Date | undefined;
  readonly place: UserPosition;
};

/** A user in a list, with the value that the list is sorted by. */
type ListedUser = { readonly id: bigint; readonly value: string; readonly user: UserDetails };

const COLUMNS = {
  id: sql<bigint>`users.id`,
  username: sql<string>`users.username_key`,
  email: sql<string>`users.email_key`,
  balance: sql<bigint>`ledger_account.balance_micro`,
} satisfies Record<UserSortKey, unknown>;

/** Usernames and addresses are unique; balances are not, so the id breaks ties. */
const afterPosition = ({ key, isAscending, past }: UserPosition): RawBuilder<boolean> => {
  if (past === undefined) return sql`true`;
  const beyond = sql.raw(isAscending ? '>' : '<');
  // Conditions on both, or PostgreSQL reads the ledger accounts from their end down to the page.
  if (key === 'id') return sql`users.id ${beyond} ${past.id} and ledger_account.id ${beyond} ${past.id}`;
  if (key !== 'balance') return sql`${COLUMNS[key]} ${beyond} ${past.value}`;
  return sql`(ledger_account.balance_micro, users.id) ${beyond} (${past.value}::bigint, ${past.id}::bigint)`;
};

/** How many users are found by a part of their names and still sorted. */
const MOST_BY_PART = 500;

/** Users in the order of the position: first selects the ids of the page, then joins their details. */
export async function listUserDetails(
  db: Db,
  { part, username, status, roleId, agentId, levelId, from, to, place }: Filter,
  limit: number,
): Promise<ListedUser[]> {
  const folded = part === undefined ? '' : foldName(part);
  const ids = part === undefined ? [] : await findUsersByPart(db, folded, MOST_BY_PART);
  const isCut = ids.length === MOST_BY_PART;
  const beginning = prefixPattern(folded);
  const direction = place.isAscending ? 'asc' : 'desc';
  const chosen = db
    .selectFrom('users')
    .innerJoin('ledger_accounts as ledger_account', 'ledger_account.id', 'users.id')
    .select('users.id')
    .$if(part !== undefined && !isCut, (query) =>
      query.where(sql<boolean>`users.id = any(${idArray(ids)}::bigint[])`),
    )
    // What very many have in their names is looked for at the beginning.
    .$if(isCut, (query) =>
      query.where((is) =>
        is.or([is('users.username_key', 'like', beginning), is('users.email_key', 'like', beginning)]),
      ),
    )
    .$if(username !== undefined, (query) => query.where('users.username_key', '=', foldName(username!)))
    .$if(status !== undefined, (query) => query.where('users.status', '=', status!))
    .$if(roleId !== undefined, (query) =>
      query.where('users.role_id', roleId === 0n ? 'is' : '=', roleId === 0n ? null : roleId!),
    )
    .$if(agentId !== undefined, (query) => query.where('users.agent_id', '=', agentId!))
    .$if(levelId !== undefined, (query) => query.where('users.level_id', '=', levelId!))
    .$if(from !== undefined, (query) => query.where('users.created_at', '>=', from!))
    .$if(to !== undefined, (query) => query.where('users.created_at', '<', to!))
    .where(afterPosition(place))
    .orderBy(COLUMNS[place.key], direction)
    .$if(place.key === 'balance', (query) => query.orderBy('users.id', direction))
    .limit(limit);
  const rows = await selectUserDetails(db)
    .select(sql<string>`(${COLUMNS[place.key]})::text`.as('value'))
    .where('users.id', 'in', chosen)
    .orderBy(COLUMNS[place.key], direction)
    .orderBy('users.id', direction)
    .execute();
  return rows.map(({ value, ...row }) => ({ id: row.id, value, user: present(row) }));
}

const present = (row: Row): UserDetails => ({
  id: row.id.toString(),
  username: row.username,
  email: row.email,
  balance: formatBalance(row.balance_micro!),
  exact_balance: formatMicro(row.balance_micro!),
  isAdmin: row.role_id !== null,
  status: row.status,
  created_at: row.created_at.toISOString(),
  role: row.role_id === null ? null : { id: row.role_id.toString(), name: row.role_name! },
  agent: row.agent_id === null ? null : { id: row.agent_id.toString(), username: row.agent_name! },
  language: row.language,
  two_factor: row.confirmed_at !== null,
  invited_until: row.invited_until && row.invited_until.toISOString(),
  email_change: row.due_at && { email: row.next_email, takes_effect_at: row.due_at.toISOString() },
});

/** Sort keys. Each has an index except the balance, where every order would have to maintain it. */
type UserSortKey = 'id' | 'username' | 'email' | 'balance';

type UserPosition = {
  readonly key: UserSortKey;
  readonly isAscending: boolean;
  /** The last user of the previous page with their sort value; undefined for the first page. */
  readonly past: { readonly id: bigint; readonly value: string } | undefined;
};

type ListQuery = { readonly cursor?: string | undefined; readonly sort?: SortOf<'listUsers'> | undefined };

const KEYS = { created_at: 'id', username: 'username', email: 'email', balance: 'balance' } as const;

/** Newest first by default. Refuses a cursor of another sort order (invalidFormat). */
export function readUserPosition({ cursor, sort }: ListQuery): UserPosition {
  const key = KEYS[(sort ?? 'created_at').replace('-', '') as keyof typeof KEYS];
  const place = readCursor({ cursor, sort });
  if (place === undefined) return { key, isAscending: isAscending(sort), past: undefined };
  const [, id, value = ''] =
    /^(\d{1,18})(?:\.(\P{Cc}+))?$/u.exec(place) ?? refuseField('invalidFormat', 'cursor', 'wrong');
  if ((key === 'id') !== (value === '') || (key === 'balance' && !/^\d{1,18}$/.test(value)))
    refuseField('invalidFormat', 'cursor', 'wrong');
  return { key, isAscending: isAscending(sort), past: { id: BigInt(id!), value } };
}

/** The cursor of the page after this user. */
export const writeUserCursor = (
  key: UserSortKey,
  sort: string | undefined,
  user: { readonly id: bigint; readonly value: string },
): string => writeCursor(key === 'id' ? String(user.id) : `${user.id}.${user.value}`, sort);

/** A user as they see themselves. */
export const presentUser = (user: UserRow, balanceMicro: bigint): User => ({
  id: user.id.toString(),
  username: user.username,
  email: user.email,
  balance: formatBalance(balanceMicro),
  isAdmin: user.role_id !== null,
  status: user.status,
  created_at: user.created_at.toISOString(),
});

/** Users by their usernames. */
export const nameUsers: NameById = async ({ db }, ids) =>
  mapNames(await db.selectFrom('users').select(['id', 'username as name']).where('id', 'in', ids).execute());
