import { sql } from 'kysely';
import type { ActingKey } from '../../platform/actor.ts';
import { DAY_MS, SECOND_MS } from '../../platform/clock.ts';
import type { Ctx } from '../../platform/context.ts';
import { idArray, textArray } from '../../platform/db/arrays.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Job } from '../../platform/jobs.ts';

/** Calls of a key on a day that are not written yet. */
type Use = {
  readonly keyId: bigint;
  /** Of UTC. */
  readonly day: string;
  calls: number;
  errors: number;
  lastAt: Date;
  lastAddress: string;
};

const unwritten = new WeakMap<Db, Map<string, Use>>();

/** Counts a call in memory: a write for each would cost more than most of them do. A killed process loses some seconds. */
export function recordKeyUse(
  { db, clock, address }: Pick<Ctx, 'db' | 'clock' | 'address'>,
  { id: keyId }: Pick<ActingKey, 'id'>,
  { isError }: { readonly isError: boolean },
): void {
  const uses = unwritten.get(db) ?? new Map<string, Use>();
  unwritten.set(db, uses);
  const now = clock.now();
  const day = now.toISOString().slice(0, 10);
  const use = uses.get(`${keyId} ${day}`) ?? {
    keyId,
    day,
    calls: 0,
    errors: 0,
    lastAt: now,
    lastAddress: '',
  };
  use.calls += 1;
  if (isError) use.errors += 1;
  use.lastAt = now;
  use.lastAddress = address;
  uses.set(`${keyId} ${day}`, use);
}

/** Writes what this process has counted. What cannot be written is counted again. */
export async function writeKeyUse({ db }: Pick<Ctx, 'db'>): Promise<{ more: boolean }> {
  const counted = unwritten.get(db);
  if (!counted || counted.size === 0) return { more: false };
  unwritten.delete(db);
  // In one order in every process, so that none waits for another in a circle.
  const uses = [...counted.values()].toSorted(
    (a, b) => Number(a.keyId - b.keyId) || (a.day < b.day ? -1 : 1),
  );
  const ids = idArray(uses.map(({ keyId }) => keyId));
  try {
    await sql`
      with counted as (
        insert into api_key_days as known (api_key_id, day, calls, errors)
        select * from unnest(${ids}::bigint[], ${textArray(uses.map(({ day }) => day))}::date[],
          ${idArray(uses.map(({ calls }) => calls))}::int[], ${idArray(uses.map(({ errors }) => errors))}::int[])
        on conflict (api_key_id, day) do update
          set calls = known.calls + excluded.calls, errors = known.errors + excluded.errors
      )
      update api_keys set last_used_at = used.at, last_address = used.address
      from unnest(${ids}::bigint[], ${textArray(uses.map(({ lastAt }) => lastAt.toISOString()))}::timestamptz[],
        ${textArray(uses.map(({ lastAddress }) => lastAddress))}::text[]) as used (id, at, address)
      where api_keys.id = used.id and (last_used_at is null or last_used_at < used.at)`.execute(db);
  } catch (error) {
    putBack(db, uses);
    throw error;
  }
  return { more: false };
}

function putBack(db: Db, uses: readonly Use[]): void {
  const since = unwritten.get(db) ?? new Map<string, Use>();
  unwritten.set(db, since);
  for (const use of uses) {
    const name = `${use.keyId} ${use.day}`;
    const newer = since.get(name);
    if (newer) {
      newer.calls += use.calls;
      newer.errors += use.errors;
    } else since.set(name, use);
  }
}

const EVERY_MS = 5 * SECOND_MS;

/** In every process, as each counts its own calls. */
export const createCountKeyUseJob = (ctx: Ctx): Job => ({
  name: 'count key use',
  everyMs: EVERY_MS,
  isEverywhere: true,
  run: () => writeKeyUse(ctx),
});

const KEPT_DAYS = 90;

/** Deletes counts of long ago. */
export async function sweepKeyUse({ db, clock }: Ctx): Promise<{ more: boolean }> {
  const before = new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS).toISOString().slice(0, 10);
  await db.deleteFrom('api_key_days').where('day', '<', before).execute();
  return { more: false };
}
