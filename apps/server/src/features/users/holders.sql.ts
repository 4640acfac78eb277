import { sql } from 'kysely';
import type { Db } from '../../platform/db/db.ts';

/** Active admins whose role holds an action; the owner's holds every one. */
const selectHolders = (db: Db, action: string) =>
  db
    .selectFrom('users')
    .innerJoin('roles', 'roles.id', 'users.role_id')
    .select('users.id')
    .where('users.status', '=', 'active')
    .where((is) => is.or([is('roles.is_owner', '=', true), sql<boolean>`${action} = any(roles.actions)`]));

export const hasOtherHolder = async (db: Db, action: string, than: readonly bigint[]): Promise<boolean> =>
  (await selectHolders(db, action).where('users.id', 'not in', than).limit(1).executeTakeFirst()) !==
  undefined;

export const isHolder = async (db: Db, action: string, userId: bigint): Promise<boolean> =>
  (await selectHolders(db, action).where('users.id', '=', userId).limit(1).executeTakeFirst()) !== undefined;

/** By id: whoever may be told of what only they may see. */
export const listHolders = async (db: Db, action: string): Promise<bigint[]> =>
  (await selectHolders(db, action).orderBy('users.id').execute()).map(({ id }) => id);
