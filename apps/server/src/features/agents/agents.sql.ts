import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import type { AgentsTable } from './agents.tables.ts';

export type AgentRow = Selectable<AgentsTable>;

/** The agent with that promotion code, in any case; a paused agent refers nobody. */
export const findAgentByCode = (db: Db, code: string): Promise<AgentRow | undefined> =>
  db
    .selectFrom('agents')
    .selectAll()
    .where('promotion_code', '=', code.toUpperCase())
    .where('state', '=', 'active')
    .executeTakeFirst();

/** The agent who referred the user; not where the agent is paused. */
export const findAgentOfUser = (db: Db, userId: bigint): Promise<AgentRow | undefined> =>
  db
    .selectFrom('agents')
    .innerJoin('users', 'users.agent_id', 'agents.user_id')
    .selectAll('agents')
    .where('users.id', '=', userId)
    .where('agents.state', '=', 'active')
    .executeTakeFirst();

/** Paused agents too: they still see what they have earned. */
export async function isAgent(db: Db, userId: bigint): Promise<boolean> {
  const row = await db
    .selectFrom('agents')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Differs from the number of every other advisory lock in the shop. */
const REFERRALS_LOCK = 7_020;

/** Changes of who referred whom wait for each other until the transaction ends. */
export async function lockReferrals(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${REFERRALS_LOCK})`.execute(db);
}

/** Whether the user is the agent, or referred the agent, directly or through others. */
export async function isReferredBy(db: Db, agentId: bigint, userId: bigint): Promise<boolean> {
  // `union` drops repeated rows, so the recursion ends even in a ring.
  const { rows } = await sql`
    with recursive referrers (id) as (
      select ${agentId}::bigint
      union
      select u.agent_id from users u join referrers r on u.id = r.id where u.agent_id is not null)
    select from referrers where id = ${userId}`.execute(db);
  return rows.length > 0;
}

/** Undefined where the promotion code is taken; throws where the user is an agent already (agents_pkey). */
export const insertAgent = (db: Db, agent: Insertable<AgentsTable>): Promise<AgentRow | undefined> =>
  db
    .insertInto('agents')
    .values(agent)
    .onConflict((conflict) => conflict.column('promotion_code').doNothing())
    .returningAll()
    .executeTakeFirst();

export async function updateAgentRow(
  db: Db,
  userId: bigint,
  change: Pick<Updateable<AgentsTable>, 'platform_name' | 'telegram' | 'commission_basis_points' | 'state'>,
): Promise<void> {
  await db.updateTable('agents').set(change).where('user_id', '=', userId).execute();
}
