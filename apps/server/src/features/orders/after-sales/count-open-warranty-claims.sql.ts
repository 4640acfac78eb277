import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { toBacklog, type Backlog } from '../../../platform/backlog.ts';
import './warranty-claims.tables.ts';

/** How many claims are open, and since when the oldest waits; null where none is. */
export async function countOpenWarrantyClaims(db: Db): Promise<Backlog | null> {
  const { rows } = await sql<{ count: number; since: Date | null }>`
    select count(*)::int as count, min(created_at) as since
    from warranty_claims where state = 'open'`.execute(db);
  return toBacklog(rows[0]);
}
