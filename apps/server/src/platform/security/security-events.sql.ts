import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import type { SecurityEventKind } from './security-events.tables.ts';

const HOUR_MS = 3_600_000;

export type SecurityEvent = {
  readonly kind: SecurityEventKind;
  readonly address: string;
  /** Null where no user is known. */
  readonly userId: bigint | null;
  /** The endpoint's name. */
  readonly call: string;
};

const hourOf = (time: Date): Date => new Date(Math.floor(time.getTime() / HOUR_MS) * HOUR_MS);

/** Counts an event in its hour: a flood of the same event makes one row. */
export async function countSecurityEvent(
  db: Db,
  { kind, address, userId, call }: SecurityEvent,
  now: Date,
): Promise<void> {
  await sql`
    insert into security_events as known (hour, kind, address, user_id, call, count, last_at)
    values (${hourOf(now)}, ${kind}, ${address}, ${userId ?? 0n}, ${call}, 1, ${now})
    on conflict (hour, kind, address, user_id, call) do update
      set count = known.count + 1, last_at = excluded.last_at`.execute(db);
}

/** Guesses of the present hour and the one before: who was guessed at, or who guesses, and how often. */
type GuessKind = Exclude<SecurityEventKind, 'signIn'>;
export type Guesses = { readonly about: string; readonly kind: GuessKind; readonly count: number };

/** Users and addresses with at least so many refused events of one kind, most first. */
export async function listGuesses(db: Db, now: Date, atLeast: number): Promise<Guesses[]> {
  const since = new Date(hourOf(now).getTime() - HOUR_MS);
  const { rows } = await sql<{ about: string; kind: GuessKind; count: string }>`
    select 'address ' || address as about, kind, sum(count) as count from security_events
      where hour >= ${since} and kind <> 'signIn' group by address, kind having sum(count) >= ${atLeast}
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
