import type { Db } from '../../../platform/db/db.ts';

export async function findUsersOfAgent(db: Db, agentId: bigint, limit: number): Promise<bigint[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('agent_id', '=', agentId)
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

export async function findGoodsInCategory(db: Db, categoryId: bigint): Promise<bigint[]> {
  const rows = await db.selectFrom('goods').select('id').where('category_id', '=', categoryId).execute();
  return rows.map((row) => row.id);
}

/** Who bought, and who brought them. */
export type Buyer = {
  readonly id: bigint;
  readonly username: string;
  readonly email: string;
  readonly agent_id: bigint | null;
  readonly platform_name: string | null;
};

export async function findBuyersById(db: Db, ids: readonly bigint[]): Promise<Map<bigint, Buyer>> {
  const rows = await db
    .selectFrom('users')
    .leftJoin('agents', 'agents.user_id', 'users.agent_id')
    .select(['users.id', 'username', 'email', 'users.agent_id', 'platform_name'])
    .where('users.id', 'in', ids.length === 0 ? [0n] : ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
