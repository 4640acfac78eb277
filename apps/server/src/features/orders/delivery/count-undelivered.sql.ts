import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { waitingOf, type Waiting } from '../../../platform/waiting.ts';

/** Orders whose e-mail was given up since then, and that nobody has sent again or read on the page. */
export async function countUndelivered(db: Db, since: Date): Promise<Waiting | null> {
  const { rows } = await sql<{ count: number; since: Date | null }>`
    select count(distinct o.id)::int as count, min(event.at) as since
    from order_events event join orders o on o.id = event.order_id
    where event.kind = 'mailFailed' and event.at >= ${since}
      and o.delivery_state = 'failed' and o.status = 'processing'`.execute(db);
  return waitingOf(rows[0]);
}
