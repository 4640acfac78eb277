import { DAY_MS } from '../../platform/clock.ts';
import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import { idArray } from '../../platform/db/arrays.ts';
import type { Db } from '../../platform/db/db.ts';

/** How long an admin counts as one person with a user whose profile, role or credentials they set. */
const TIED_FOR_MS = 3 * DAY_MS;

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

const selectAdmins = (db: Db) =>
  db
    .selectFrom('users')
    .innerJoin('roles', 'roles.id', 'users.role_id')
    .select('users.id')
    .where('users.status', '=', 'active');

/** Active admins whose role has a permission; the owner role has all of them. */
const selectHolders = (db: Db, action: string) =>
  selectAdmins(db).where((is) =>
    is.or([is('roles.is_owner', '=', true), sql<boolean>`${action} = any(roles.actions)`]),
  );

const withTwoFactor = (db: Db) =>
  db.selectFrom('two_factors').select('user_id').where('confirmed_at', 'is not', null);

/**
 * Whether anyone but `than` has the permission and can use it: has chosen their own password, and has a second factor
 * where money is real. An admin who never finished signing in cannot approve anything, so nothing may wait for them.
 */
export async function hasOtherPermissionHolder(
  { db, isSandbox }: Pick<Ctx, 'db' | 'isSandbox'>,
  action: string,
  than: readonly bigint[],
): Promise<boolean> {
  const other = await selectHolders(db, action)
    .where('users.id', 'not in', than)
    .where('users.must_change_password', '=', false)
    .$if(!isSandbox, (query) => query.where('users.id', 'in', withTwoFactor(db)))
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/** How many people have the permission and can use it, as `hasOtherPermissionHolder` counts them. */
export async function countReadyApprovers(
  { db, isSandbox }: Pick<Ctx, 'db' | 'isSandbox'>,
  action: string,
): Promise<number> {
  const { count } = await selectHolders(db, action)
    .clearSelect()
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('users.must_change_password', '=', false)
    .$if(!isSandbox, (query) => query.where('users.id', 'in', withTwoFactor(db)))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Blocked users too, in the order of their ids. */
export const listUsersWithRole = async (db: Db, roleId: bigint): Promise<bigint[]> =>
  (await db.selectFrom('users').select('id').where('role_id', '=', roleId).orderBy('id').execute()).map(
    ({ id }) => id,
  );

/** Whether they are an active admin with the permission, whether or not they finished setting up their sign-in. */
export const isPermissionHolder = async (db: Db, action: string, userId: bigint): Promise<boolean> =>
  (await selectHolders(db, action).where('users.id', '=', userId).limit(1).executeTakeFirst()) !== undefined;

/** Ids of the active admins with the permission. */
export const listPermissionHolders = async (db: Db, action: string): Promise<bigint[]> =>
  (await selectHolders(db, action).orderBy('users.id').execute()).map(({ id }) => id);

/** Ids of all active admins, whatever their role permits. */
export const listAdmins = async (db: Db): Promise<bigint[]> =>
  (await selectAdmins(db).orderBy('users.id').execute()).map(({ id }) => id);

/** Records that the caller set up these people (`recordTies`). A job sets up nobody in its own name. */
export async function recordOwnTies(ctx: Ctx, userIds: readonly bigint[]): Promise<void> {
  if (ctx.actor.kind === 'user') await recordTies(ctx, userIds, ctx.actor.userId);
}
