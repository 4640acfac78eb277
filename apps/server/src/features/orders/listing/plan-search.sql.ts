import type { Db } from '../../../platform/db/db.ts';

/** Users whom an agent referred, at most `limit` of them. */
export async function findUsersOfAgent(db: Db, agentId: bigint, limit: number): Promise<bigint[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('agent_id', '=', agentId)
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/** Ids of its products, on sale or not, in no order. */
export async function findGoodsInCategory(db: Db, categoryId: bigint): Promise<bigint[]> {
  const rows = await db.selectFrom('goods').select('id').where('category_id', '=', categoryId).execute();
  return rows.map((row) => row.id);
}
