import type { SecurityEventKind, ErrorName } from '@portside/contract';
import { sql, type Generated } from 'kysely';
import type { Db } from './db/db.ts';
import type { Ctx } from './context.ts';
import type { Actor } from './actor.ts';
import { Refusal } from './refusal.ts';
import { HOUR_MS } from './clock.ts';

/** Rows of one kind and hour that name an address; a flood from more addresses is counted without them. */
export const MOST_ADDRESSED = 5_000;

export type SecurityEvent = {
  readonly kind: SecurityEventKind;
  readonly address: string;
  /** Null if no user is known. */
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

export type SecurityEventsTable = {
  id: Generated<bigint>;
  hour: Date;
  kind: SecurityEventKind;
  /** Empty if an hour has had events of the kind from too many addresses. */
  address: string;
  /** 0 where no user is known. */
  user_id: bigint;
  /** The endpoint's name. */
  call: string;
  count: number;
  first_at: Date;
  last_at: Date;
};

declare module './db/db.ts' {
  interface Database {
    security_events: SecurityEventsTable;
  }
}

type Observed = Pick<SecurityEvent, 'kind' | 'userId' | 'call'>;

/**
 * Writes to the log who did what from where, and counts it (`security_events`). Never what was sent: a password may
 * be in the wrong field. Must not run in a transaction, whose rollback would undo the count; failing to record
 * does not change the answer.
 */
export async function recordSecurityEvent(
  { db, log, clock, address, requestId }: Pick<Ctx, 'db' | 'log' | 'clock' | 'address' | 'requestId'>,
  { kind, userId, call }: Observed,
): Promise<void> {
  const level = kind === 'signIn' ? 'info' : 'warn';
  log[level](
    { security: kind, address, user: userId?.toString() ?? null, call, requestId },
    'security event',
  );
  await countSecurityEvent(db, { kind, address, userId, call }, clock.now()).catch((err: unknown) =>
    log.error({ err }, 'a security event was not counted'),
  );
}

type Call = {
  readonly name: string;
  readonly isForAdmins: boolean;
  readonly hasToken: boolean;
  /** A visitor until the caller is known. */
  readonly actor: Actor;
};

const UNKNOWN_TOKEN: ReadonlySet<ErrorName> = new Set(['notSignedIn', 'apiKeyInvalid']);

/** What never happens to an admin's page, only to someone who tries calls out. */
const SUSPICIOUS: ReadonlySet<ErrorName> = new Set(['noPermission', 'accountFrozen', 'secondPersonNeeded']);

/** Records a refused call where it may be a guess: a token that does not exist, or a call that only admins may make. */
export async function recordRefusal(ctx: Ctx, call: Call, error: unknown): Promise<void> {
  if (!(error instanceof Refusal)) return;
  const { name, isForAdmins, hasToken, actor } = call;
  const userId = actor.kind === 'user' ? actor.userId : null;
  if (UNKNOWN_TOKEN.has(error.reason) && hasToken)
    await recordSecurityEvent(ctx, { kind: 'unknownToken', userId, call: name });
  else if (isForAdmins && SUSPICIOUS.has(error.reason))
    await recordSecurityEvent(ctx, { kind: 'adminCallRefused', userId, call: name });
}
