import type { Insertable, Selectable, Updateable } from 'kysely';
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
