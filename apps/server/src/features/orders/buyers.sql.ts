import type { Db } from '../../platform/db/db.ts';

/** A buyer, and the agent who referred them. */
export type Buyer = {
  readonly id: bigint;
  readonly username: string;
  readonly email: string;
  readonly agent_id: bigint | null;
  readonly platform_name: string | null;
};

/** By id; unknown ids are absent. */
export async function findBuyers(db: Db, ids: readonly bigint[]): Promise<Map<bigint, Buyer>> {
  const rows = await db
    .selectFrom('users')
    .leftJoin('agents', 'agents.user_id', 'users.agent_id')
    .select(['users.id', 'username', 'email', 'users.agent_id', 'platform_name'])
    .where('users.id', 'in', ids.length === 0 ? [0n] : ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
