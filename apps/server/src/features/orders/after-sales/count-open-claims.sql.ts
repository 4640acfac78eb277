import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { waitingOf, type Waiting } from '../../../platform/waiting.ts';
import './claims.tables.ts';

export async function countOpenClaims(db: Db): Promise<Waiting | null> {
  const { rows } = await sql<{ count: number; since: Date | null }>`
    select count(*)::int as count, min(created_at) as since from claims where state = 'open'`.execute(db);
  return waitingOf(rows[0]);
}
