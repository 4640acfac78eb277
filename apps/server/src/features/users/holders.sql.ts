import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';

const selectAdmins = (db: Db) =>
  db
    .selectFrom('users')
    .innerJoin('roles', 'roles.id', 'users.role_id')
    .select('users.id')
    .where('users.status', '=', 'active');

/** Active admins whose role holds an action; the owner's holds every one. */
const selectHolders = (db: Db, action: string) =>
  selectAdmins(db).where((is) =>
    is.or([is('roles.is_owner', '=', true), sql<boolean>`${action} = any(roles.actions)`]),
  );

/**
 * Whether somebody else holds it who can act: with a password of his own, and with a second factor where real
 * money is. Who never finished signing in approves nothing, and nothing may wait for him.
 */
export async function hasOtherHolder(
  { db, isSandbox }: Pick<Ctx, 'db' | 'isSandbox'>,
  action: string,
  than: readonly bigint[],
): Promise<boolean> {
  const withTwoFactor = db.selectFrom('two_factors').select('user_id').where('confirmed_at', 'is not', null);
  const other = await selectHolders(db, action)
    .where('users.id', 'not in', than)
    .where('users.must_change_password', '=', false)
    .$if(!isSandbox, (query) => query.where('users.id', 'in', withTwoFactor))
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

export const isHolder = async (db: Db, action: string, userId: bigint): Promise<boolean> =>
  (await selectHolders(db, action).where('users.id', '=', userId).limit(1).executeTakeFirst()) !== undefined;

/** By id: whoever may be told of what only they may see. */
export const listHolders = async (db: Db, action: string): Promise<bigint[]> =>
  (await selectHolders(db, action).orderBy('users.id').execute()).map(({ id }) => id);

/** By id: everybody whose role opens the back office, whatever it allows. */
export const listAdmins = async (db: Db): Promise<bigint[]> =>
  (await selectAdmins(db).orderBy('users.id').execute()).map(({ id }) => id);
