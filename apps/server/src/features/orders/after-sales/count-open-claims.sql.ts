import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { waitingOf, type Waiting } from '../../../platform/waiting.ts';
import './warranty-claims.tables.ts';

/** How many claims are open, and since when the oldest waits; null where none is. */
export async function countOpenClaims(db: Db): Promise<Waiting | null> {
  const { rows } = await sql<{ count: number; since: Date | null }>`
    select count(*)::int as count, min(created_at) as since
    from warranty_claims where state = 'open'`.execute(db);
  return waitingOf(rows[0]);
}
