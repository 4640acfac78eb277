import { type Generated, type JSONColumnType, sql, type Selectable } from 'kysely';
import { formatMicro, type AgentPayout, type CommissionTier } from '@portside/contract';
import type { Db } from '../../platform/db/db.ts';
import { idArray } from '../../platform/db/arrays.ts';

type AgentsTable = {
  /** An agent is a user: this is the user's id. */
  user_id: bigint;
  platform_name: string;
  promotion_code: string;
  telegram: Generated<string>;
  /** Of the sale, in hundredths of a percent. */
  commission_basis_points: Generated<number>;
  /** Null: the shop's. */
  commission_tiers: JSONColumnType<readonly CommissionTier[] | null, string | null, string | null>;
  state: Generated<'active' | 'paused'>;
  created_at: Date;
};

type AgentPayoutsTable = {
  id: Generated<bigint>;
  agent_id: bigint;
  amount_micro: bigint;
  /** How it was paid: a transaction hash, a receipt. */
  note: string;
  idempotency_key: string;
  paid_by: bigint | null;
  /** Whose limit it counts for; null where the request that it pays says so. */
  approved_by: Generated<bigint | null>;
  created_at: Date;
};

declare module '../../platform/db/db.ts' {
  interface Database {
    agents: AgentsTable;
    agent_payouts: AgentPayoutsTable;
  }
}

export type AgentRow = Selectable<AgentsTable>;
export type PayoutRow = Selectable<AgentPayoutsTable>;

export const presentPayout = (row: PayoutRow): AgentPayout => ({
  id: row.id.toString(),
  amount: formatMicro(row.amount_micro),
  note: row.note,
  created_at: row.created_at.toISOString(),
});

/** The agent with that promotion code, in any case; one who is paused, blocked or closed refers nobody. */
export const findAgentByCode = (db: Db, code: string): Promise<AgentRow | undefined> =>
  activeAgents(db).where('promotion_code', '=', code.toUpperCase()).executeTakeFirst();

/** The agent who referred the user, unless paused, blocked or closed. */
export const findAgentOfUser = (db: Db, userId: bigint): Promise<AgentRow | undefined> =>
  activeAgents(db)
    .innerJoin('users', 'users.agent_id', 'agents.user_id')
    .where('users.id', '=', userId)
    .executeTakeFirst();

const activeAgents = (db: Db) =>
  db
    .selectFrom('agents')
    .innerJoin('users as person', 'person.id', 'agents.user_id')
    .selectAll('agents')
    .where('agents.state', '=', 'active')
    .where('person.status', '=', 'active');

/** Paused agents too: they still see what they have earned. */
export async function isAgent(db: Db, userId: bigint): Promise<boolean> {
  const row = await db
    .selectFrom('agents')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Platform names by the agent's id. */
export async function findAgentNames(db: Db, ids: readonly bigint[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select user_id::text as id, platform_name as name from agents
    where user_id = any(${idArray(ids)}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row.name]));
}
