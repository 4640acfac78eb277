import type { Db } from '../../platform/db/db.ts';
import './roles.tables.ts';

/** The id of the built-in owner role, which is created where it does not exist yet. */
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
