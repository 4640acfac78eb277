import type { SecurityEventKind } from '@portside/contract';
import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import './security-events.tables.ts';

const HOUR_MS = 3_600_000;
/** Rows of one kind and hour that name an address; a flood from more addresses is counted without them. */
export const MOST_ADDRESSED = 5_000;

export type SecurityEvent = {
  readonly kind: SecurityEventKind;
  readonly address: string;
  /** Null where no user is known. */
  readonly userId: bigint | null;
  /** The endpoint's name. */
  readonly call: string;
};

const hourOf = (time: Date): Date => new Date(Math.floor(time.getTime() / HOUR_MS) * HOUR_MS);

/**
 * Counts an event in its hour: a flood of the same event makes one row, and a flood from ever new addresses at most
 * `MOST_ADDRESSED` rows and one for each user that it is about.
 */
export async function countSecurityEvent(db: Db, event: SecurityEvent, now: Date): Promise<void> {
  if (await addToKnown(db, event, now)) return;
  const { kind } = event;
  const hour = hourOf(now);
  const { rows } = await sql<{ rows: number }>`
    select count(*)::int as rows from (
      select from security_events where hour = ${hour} and kind = ${kind} limit ${MOST_ADDRESSED}
    ) as addressed`.execute(db);
  const address = rows[0]!.rows < MOST_ADDRESSED ? event.address : '';
  await sql`
    insert into security_events as known (hour, kind, address, user_id, call, count, first_at, last_at)
    values (${hour}, ${kind}, ${address}, ${event.userId ?? 0n}, ${event.call}, 1, ${now}, ${now})
    on conflict (hour, kind, address, user_id, call) do update
      set count = known.count + 1, last_at = excluded.last_at`.execute(db);
}

async function addToKnown(
  db: Db,
  { kind, address, userId, call }: SecurityEvent,
  now: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update security_events set count = count + 1, last_at = ${now}
    where hour = ${hourOf(now)} and kind = ${kind} and address = ${address} and user_id = ${userId ?? 0n}
      and call = ${call}`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

/** Guesses of the present hour and the one before: who was guessed at, or who guesses, and how often. */
type GuessKind = Exclude<SecurityEventKind, 'signIn'>;
export type Guesses = { readonly about: string; readonly kind: GuessKind; readonly count: number };

/** Users and addresses with at least so many refused events of one kind, most first. */
export async function listGuesses(db: Db, now: Date, atLeast: number): Promise<Guesses[]> {
  const since = new Date(hourOf(now).getTime() - HOUR_MS);
  const { rows } = await sql<{ about: string; kind: GuessKind; count: string }>`
    select 'address ' || address as about, kind, sum(count) as count from security_events
      where hour >= ${since} and kind <> 'signIn' and address <> '' group by address, kind having sum(count) >= ${atLeast}
    union all
    select 'user:' || user_id, kind, sum(count) from security_events
      where hour >= ${since} and kind <> 'signIn' and user_id <> 0
      group by user_id, kind having sum(count) >= ${atLeast}
    order by 3 desc, 1 limit 20`.execute(db);
  return rows.map(({ about, kind, count }) => ({ about, kind, count: Number(count) }));
}

export async function deleteSecurityEventsBefore(db: Db, time: Date): Promise<void> {
  await db.deleteFrom('security_events').where('hour', '<', time).execute();
}
