import { formatBalance, formatMicro, type KnownUser, type UserStatus } from '@portside/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { foldName } from './fold-name.ts';
import type { UserKey, UserPlace } from './user-sort.ts';

/** A user with what an admin wants to see beside him, across five features' tables, in one statement. */
const selectKnown = (db: Db) =>
  db
    .selectFrom('users')
    .innerJoin('ledger_accounts as purse', 'purse.id', 'users.id')
    .leftJoin('roles', 'roles.id', 'users.role_id')
    .leftJoin('users as agent', 'agent.id', 'users.agent_id')
    .leftJoin('two_factors', (join) =>
      join.onRef('two_factors.user_id', '=', 'users.id').on('two_factors.confirmed_at', 'is not', null),
    )
    .select(['users.id', 'users.username', 'users.email', 'users.status', 'users.created_at'])
    .select(['users.language', 'users.role_id', 'users.agent_id', 'purse.balance_micro'])
    .select(['roles.name as role_name', 'agent.username as agent_name', 'two_factors.confirmed_at']);

type Row = Awaited<ReturnType<ReturnType<typeof selectKnown>['executeTakeFirstOrThrow']>>;

export async function knowUser(db: Db, id: bigint): Promise<KnownUser> {
  return present(await selectKnown(db).where('users.id', '=', id).executeTakeFirstOrThrow());
}

export async function findKnownUser(db: Db, id: bigint): Promise<KnownUser | undefined> {
  const row = await selectKnown(db).where('users.id', '=', id).executeTakeFirst();
  return row && present(row);
}

type Filter = {
  /** The beginning of a username or an e-mail address. */
  readonly start: string | undefined;
  readonly username: string | undefined;
  readonly status: UserStatus | undefined;
  readonly roleId: bigint | undefined;
  readonly agentId: bigint | undefined;
  readonly from: Date | undefined;
  readonly to: Date | undefined;
  readonly place: UserPlace;
};

/** A user in a list, with what the list is sorted by. */
export type ListedUser = { readonly id: bigint; readonly value: string; readonly user: KnownUser };

const COLUMNS = {
  id: sql<bigint>`users.id`,
  username: sql<string>`users.username_key`,
  email: sql<string>`users.email_key`,
  balance: sql<bigint>`purse.balance_micro`,
} satisfies Record<UserKey, unknown>;

/** Names are unique; of one balance there are many. */
const pastUser = ({ key, isAscending, past }: UserPlace): RawBuilder<boolean> => {
  if (past === undefined) return sql`true`;
  const beyond = sql.raw(isAscending ? '>' : '<');
  // Of both, or the accounts are read from their end down to the page.
  if (key === 'id') return sql`users.id ${beyond} ${past.id} and purse.id ${beyond} ${past.id}`;
  if (key !== 'balance') return sql`${COLUMNS[key]} ${beyond} ${past.value}`;
  return sql`(purse.balance_micro, users.id) ${beyond} (${past.value}::bigint, ${past.id}::bigint)`;
};

/** In the order of their place. First only who is on the page, then what an admin wants to see beside them. */
export async function listKnownUsers(
  db: Db,
  { start, username, status, roleId, agentId, from, to, place }: Filter,
  limit: number,
): Promise<ListedUser[]> {
  const beginning = start === undefined ? '' : `${foldName(start).replace(/[\\%_]/g, '\\$&')}%`;
  const direction = place.isAscending ? 'asc' : 'desc';
  const chosen = db
    .selectFrom('users')
    .innerJoin('ledger_accounts as purse', 'purse.id', 'users.id')
    .select('users.id')
    .$if(start !== undefined, (query) =>
      query.where((is) =>
        is.or([is('users.username_key', 'like', beginning), is('users.email_key', 'like', beginning)]),
      ),
    )
    .$if(username !== undefined, (query) => query.where('users.username_key', '=', foldName(username!)))
    .$if(status !== undefined, (query) => query.where('users.status', '=', status!))
    .$if(roleId !== undefined, (query) => query.where('users.role_id', '=', roleId!))
    .$if(agentId !== undefined, (query) => query.where('users.agent_id', '=', agentId!))
    .$if(from !== undefined, (query) => query.where('users.created_at', '>=', from!))
    .$if(to !== undefined, (query) => query.where('users.created_at', '<', to!))
    .where(pastUser(place))
    .orderBy(COLUMNS[place.key], direction)
    .$if(place.key === 'balance', (query) => query.orderBy('users.id', direction))
    .limit(limit);
  const rows = await selectKnown(db)
    .select(sql<string>`(${COLUMNS[place.key]})::text`.as('value'))
    .where('users.id', 'in', chosen)
    .orderBy(COLUMNS[place.key], direction)
    .orderBy('users.id', direction)
    .execute();
  return rows.map(({ value, ...row }) => ({ id: row.id, value, user: present(row) }));
}

const present = (row: Row): KnownUser => ({
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
});
