import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';

type Outcomes = { readonly succeeded: number; readonly ended: number };

/** Top-ups requested since the start of that day: how many have ended, and how many of those were credited. */
export async function countTopUps(db: Db, day: string, timeZone: string): Promise<Outcomes> {
  const { rows } = await sql<Outcomes>`
    select count(*) filter (where state = 'credited')::int as succeeded,
      count(*) filter (where state not in ('waiting', 'seen', 'review'))::int as ended
    from recharges where created_at >= ${day}::date::timestamp at time zone ${timeZone}::text`.execute(db);
  return rows[0]!;
}

/** Orders whose delivery e-mail was given up since the start of that day. */
export async function countFailedDeliveries(db: Db, day: string, timeZone: string): Promise<number> {
  const { rows } = await sql<{ failed: number }>`
    select count(distinct order_id)::int as failed from order_timeline
    where kind = 'mailFailed' and at >= ${day}::date::timestamp at time zone ${timeZone}::text`.execute(db);
  return rows[0]!.failed;
}
