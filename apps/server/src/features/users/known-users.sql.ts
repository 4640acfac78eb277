import { formatBalance, formatMicro, type KnownUser, type UserStatus } from '@portside/contract';
import type { Db } from '../../platform/db/db.ts';
import { foldName } from './fold-name.ts';

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
  /** Only users with a smaller id. */
  readonly before: bigint | undefined;
};

/** Newest first. */
export async function listKnownUsers(
  db: Db,
  { start, username, status, roleId, agentId, from, to, before }: Filter,
  limit: number,
): Promise<{ id: bigint; user: KnownUser }[]> {
  const beginning = start === undefined ? '' : `${foldName(start).replace(/[\\%_]/g, '\\$&')}%`;
  const rows = await selectKnown(db)
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
    .$if(before !== undefined, (query) => query.where('users.id', '<', before!))
    .orderBy('users.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ id: row.id, user: present(row) }));
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
