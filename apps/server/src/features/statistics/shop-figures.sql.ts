import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';

/** The start of the day of `now` in a time zone. PostgreSQL knows the days of 23 or 25 hours. */
export async function readMidnight(db: Db, now: Date, timeZone: string): Promise<Date> {
  const { rows } = await sql<{ midnight: Date }>`
    select date_trunc('day', ${now}::timestamptz, ${timeZone}) as midnight`.execute(db);
  return rows[0]!.midnight;
}
