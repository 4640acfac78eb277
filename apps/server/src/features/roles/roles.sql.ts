import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../platform/db/db.ts';
import type { RolesTable } from './roles.tables.ts';

export type RoleRow = Selectable<RolesTable>;

/** Undefined before the first start has made it. */
export async function lockOwnerRole(db: Db): Promise<bigint | undefined> {
  const row = await db
    .selectFrom('roles')
    .select('id')
    .where('is_owner', '=', true)
    .forUpdate()
    .executeTakeFirst();
  return row?.id;
}

export const findRole = (db: Db, id: bigint): Promise<RoleRow | undefined> =>
  db.selectFrom('roles').selectAll().where('id', '=', id).executeTakeFirst();

/** Until the end of the transaction nobody else changes it. */
export const lockRole = (db: Db, id: bigint): Promise<RoleRow | undefined> =>
  db.selectFrom('roles').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** The owner's first, then by name; with how many users have each. */
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

/** Throws on a name that another role has (roles_name_key). */
export const insertRole = (db: Db, role: Insertable<RolesTable>): Promise<RoleRow> =>
  db.insertInto('roles').values(role).returningAll().executeTakeFirstOrThrow();

/** Throws on a name that another role has (roles_name_key). */
export const updateRoleRow = (
  db: Db,
  id: bigint,
  role: Pick<Insertable<RolesTable>, 'name' | 'menus' | 'actions'>,
): Promise<RoleRow> =>
  db.updateTable('roles').set(role).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

export async function countUsersOf(db: Db, id: bigint): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('role_id', '=', id)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Throws while users have it (users_role_id_fkey). */
export async function deleteRoleRow(db: Db, id: bigint): Promise<void> {
  await db.deleteFrom('roles').where('id', '=', id).execute();
}

/** The role that the user has now; undefined for a buyer. */
export const findRoleOfUser = (db: Db, userId: bigint): Promise<RoleRow | undefined> =>
  db
    .selectFrom('roles')
    .innerJoin('users', 'users.role_id', 'roles.id')
    .selectAll('roles')
    .where('users.id', '=', userId)
    .executeTakeFirst();
