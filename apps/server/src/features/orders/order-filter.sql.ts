import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';

/** Sorts after every continuation of a text. */
const LAST_CHARACTER = '\u{10FFFF}';

/** Users whose name or e-mail address begins so, folded as those are kept. */
export async function findBuyersNamed(db: Db, beginning: string, limit: number): Promise<bigint[]> {
  const end = beginning + LAST_CHARACTER;
  const { rows } = await sql<{ id: bigint }>`
    (select id from users where username_key ~>=~ ${beginning} and username_key ~<=~ ${end} limit ${limit})
    union
    (select id from users where email_key ~>=~ ${beginning} and email_key ~<=~ ${end} limit ${limit})
    limit ${limit}`.execute(db);
  return rows.map((row) => row.id);
}

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
