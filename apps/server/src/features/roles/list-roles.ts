import type { Data } from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { isWithin, readOwnPermissions } from './require-grantable.ts';
import { presentRole } from './roles.present.ts';
import { listRoleRows } from './roles.sql.ts';

/** All roles, the owner role first, and the permissions that the caller can grant. */
export async function listRoles(ctx: Ctx): Promise<Data<'listRoles'>> {
  requireAction(ctx.actor, 'role.read');
  const own = await readOwnPermissions(ctx);
  const items = (await listRoleRows(ctx.db)).map((row) =>
    presentRole(row, { users: Number(row.users), canGrant: isWithin(own, row) }),
  );
  const { menus, actions } = own;
  return {
    items,
    next_cursor: null,
    total: items.length,
    own: { menus: [...menus], actions: [...actions] },
  };
}
