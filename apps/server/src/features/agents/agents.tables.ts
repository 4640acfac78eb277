import type { Generated } from 'kysely';

export type AgentsTable = {
  /** An agent is a user with a promotion code. */
  user_id: bigint;
  platform_name: string;
  promotion_code: string;
  telegram: Generated<string>;
  /** Of the sale; one is 0.01 %. */
  commission_basis_points: Generated<number>;
  state: Generated<'active' | 'paused'>;
  created_at: Date;
};

declare module '../../platform/db/db.ts' {
  interface Database {
    agents: AgentsTable;
  }
}
