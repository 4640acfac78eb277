import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import { idArray } from '../../platform/db/arrays.ts';
import type { Db } from '../../platform/db/db.ts';

/** How long an admin counts as one person with a user whose profile, role or credentials they set. */
const TIED_FOR_MS = 72 * 3_600_000;

/**
 * Records that an admin made these people's profiles, or set their role, e-mail address, password or second factor.
 * The newest time counts.
 */
export async function recordTies(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  userIds: readonly bigint[],
  byId: bigint,
): Promise<void> {
  await sql`
    insert into user_ties (user_id, by_id, at)
    select id, ${byId}, ${clock.now()} from unnest(${idArray(userIds)}::bigint[]) as id where id <> ${byId}
    order by id
    on conflict (user_id, by_id) do update set at = greatest(user_ties.at, excluded.at)`.execute(db);
}

/**
 * The people who cannot be the user's second person, in either direction, including the user: those who set up the user
 * within 72 hours, those whom these set up, and so on. Two who both set up a third still count as two.
 */
export async function listTiedUsers(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  userId: bigint,
): Promise<ReadonlySet<bigint>> {
  const since = new Date(clock.now().getTime() - TIED_FOR_MS);
  const { rows } = await sql<{ id: string }>`
    with recursive above (id) as (
      select ${userId}::bigint
      union select by_id from user_ties join above on user_ties.user_id = above.id where at > ${since}
    ), tied (id) as (
      select id from above
      union select user_id from user_ties join tied on user_ties.by_id = tied.id where at > ${since}
    )
    select id::text from tied`.execute(db);
  return new Set(rows.map(({ id }) => BigInt(id)));
}

/** Ties that no longer count. */
export async function deleteTiesBefore(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('user_ties')
    .where('at', '<', new Date(now.getTime() - TIED_FOR_MS))
    .execute();
}
