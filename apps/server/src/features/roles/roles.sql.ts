import type { Generated, Selectable } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import { mapNames, type NameById } from '../../platform/audit/record-audit.ts';

type RolesTable = {
  id: Generated<bigint>;
  name: string;
  menus: string[];
  actions: string[];
  /** The built-in role with all permissions; there is one. */
  is_owner: Generated<boolean>;
};

declare module '../../platform/db/db.ts' {
  interface Database {
    roles: RolesTable;
  }
}

export type RoleRow = Selectable<RolesTable>;

/** Locks the owner role and returns its id; undefined before the first start has created it. */
export async function lockOwnerRole(db: Db): Promise<bigint | undefined> {
  const row = await db
    .selectFrom('roles')
    .select('id')
    .where('is_owner', '=', true)
    .forUpdate()
    .executeTakeFirst();
  return row?.id;
}

/** Without a lock; undefined if it was deleted. */
export const findRole = (db: Db, id: bigint): Promise<RoleRow | undefined> =>
  db.selectFrom('roles').selectAll().where('id', '=', id).executeTakeFirst();

/** Locks the role until the transaction ends. */
export const lockRole = (db: Db, id: bigint): Promise<RoleRow | undefined> =>
  db.selectFrom('roles').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** All roles, the owner role first, then by name, each with its number of users. */
export const listRoleRows = (db: Db): Promise<(RoleRow & { users: bigint })[]> =>
  db
    .selectFrom('roles')
    .selectAll('roles')
    .select((is) =>
      is
        .selectFrom('users')
        .select(({ fn }) => fn.countAll<bigint>().as('count'))
        .whereRef('users.role_id', '=', 'roles.id')
        .as('users'),
    )
    .orderBy('is_owner', 'desc')
    .orderBy('name')
    .$narrowType<{ users: bigint }>()
    .execute();

/** The user's present role; undefined for a buyer. */
export const findRoleOfUser = (db: Db, userId: bigint): Promise<RoleRow | undefined> =>
  db
    .selectFrom('roles')
    .innerJoin('users', 'users.role_id', 'roles.id')
    .selectAll('roles')
    .where('users.id', '=', userId)
    .executeTakeFirst();

/** The id of the built-in owner role, which is created if necessary. */
export async function ensureOwnerRole(db: Db): Promise<bigint> {
  await db
    .insertInto('roles')
    .values({ name: 'Owner', menus: [], actions: [], is_owner: true })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const role = await db
    .selectFrom('roles')
    .select('id')
    .where('is_owner', '=', true)
    .executeTakeFirstOrThrow();
  return role.id;
}

/** Roles by their names. */
export const nameRoles: NameById = async ({ db }, ids) =>
  mapNames(await db.selectFrom('roles').select(['id', 'name']).where('id', 'in', ids).execute());
