import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { toBacklog, type Backlog } from '../../../platform/backlog.ts';

/** Orders whose delivery e-mail was given up since then and neither sent again nor read on the page; null for none. */
export async function countUndelivered(db: Db, since: Date): Promise<Backlog | null> {
  const { rows } = await sql<{ count: number; since: Date | null }>`
    select count(distinct o.id)::int as count, min(entry.at) as since
    from order_timeline entry join orders o on o.id = entry.order_id
    where entry.kind = 'mailFailed' and entry.at >= ${since}
      and o.delivery_state = 'failed' and o.status = 'processing'`.execute(db);
  return toBacklog(rows[0]);
}
