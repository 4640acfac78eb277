import { type Generated, sql, type Selectable } from 'kysely';
import { formatMicro, type AgentPayout } from '@portside/contract';
import type { Db } from '../../platform/db/db.ts';
import { idArray } from '../../platform/db/arrays.ts';
import { query, type Query } from '../../platform/db/pipeline.ts';

type AgentsTable = {
  /** An agent is a user: this is the user's id. */
  user_id: bigint;
  platform_name: string;
  promotion_code: string;
  telegram: Generated<string>;
  /** Of the sale, in hundredths of a percent. */
  commission_basis_points: Generated<number>;
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

/** The agent with that promotion code, in any case; a paused agent refers nobody. */
export const findAgentByCode = (db: Db, code: string): Promise<AgentRow | undefined> =>
  db
    .selectFrom('agents')
    .selectAll()
    .where('promotion_code', '=', code.toUpperCase())
    .where('state', '=', 'active')
    .executeTakeFirst();

/** The active agent who referred the user. */
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

/** Platform names by the agent's id. */
export async function findAgentNames(db: Db, ids: readonly bigint[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select user_id::text as id, platform_name as name from agents
    where user_id = any(${idArray(ids)}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row.name]));
}

/** The commission on a buyer's orders: the ledger account it goes to, and the rate in hundredths of a percent. */
export type CommissionTerms = { readonly account: bigint; readonly basisPoints: number };

type TermsRow = { readonly buyer_id: string; readonly account: string; readonly basis_points: number };

/**
 * By the buyer's id; absent if nobody earns: no agent, one who is paused or blocked, a rate of zero, or the buyer
 * as their own agent. The limit keeps the planner from reading all agents for a few buyers.
 */
export const commissionTermsOf = (
  buyerIds: readonly bigint[],
): Query<TermsRow, Map<bigint, CommissionTerms>> =>
  query(
    sql`
      select buyer.id::text as buyer_id, terms.* from users buyer
      cross join lateral (
        select account.id::text as account, agent.commission_basis_points as basis_points
        from agents agent
        join users person on person.id = agent.user_id
        join ledger_accounts account on account.user_id = agent.user_id and account.kind = 'commission'
        where agent.user_id = buyer.agent_id and agent.state = 'active'
          and agent.commission_basis_points > 0 and person.status = 'active'
        limit 1) terms
      where buyer.id = any(${idArray(buyerIds)}::bigint[]) and buyer.agent_id <> buyer.id`,
    (rows) =>
      new Map(
        rows.map(({ buyer_id, account, basis_points }) => [
          BigInt(buyer_id),
          { account: BigInt(account), basisPoints: basis_points },
        ]),
      ),
  );

const WHOLE = 10_000n;

/** In micro-USDT, rounded down. */
export const commissionMicro = (totalMicro: bigint, { basisPoints }: CommissionTerms): bigint =>
  (totalMicro * BigInt(basisPoints)) / WHOLE;
