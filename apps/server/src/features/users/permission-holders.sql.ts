import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';

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
