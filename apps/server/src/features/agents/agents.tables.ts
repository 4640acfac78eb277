import type { Generated } from 'kysely';

export type AgentsTable = {
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

export type AgentPayoutsTable = {
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
