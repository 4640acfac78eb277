import { sql } from 'kysely';
import { idArray } from '../../platform/db/arrays.ts';
import type { Db } from '../../platform/db/db.ts';

/** Platform names by the agent's id. */
export async function findAgentNames(db: Db, ids: readonly bigint[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select user_id::text as id, platform_name as name from agents
    where user_id = any(${idArray(ids)}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row.name]));
}
