import type { Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { permissionsOfRole, type Grants, type Permissions } from './permissions.ts';
import { findRoleOfUser } from './roles.sql.ts';

/** Refuses (noPermission) to grant, revoke or edit permissions that the caller does not have. */
export async function requireGrantable(ctx: Ctx, held: Grants): Promise<void> {
  if (!isWithin(await readOwnPermissions(ctx), held)) refuse('noPermission', 'more than the own role holds');
}

/** The permissions that the actor can grant: those of their role that they can use already. The system has all. */
export async function readOwnPermissions({ db, actor }: Ctx): Promise<Permissions> {
  if (actor.kind === 'system') return permissionsOfRole({ menus: [], actions: [], is_owner: true });
  if (actor.kind !== 'user') return refuse('notSignedIn');
  const { menus } = permissionsOfRole((await findRoleOfUser(db, actor.userId)) ?? null);
  return { menus, actions: actor.actions };
}

/** Whether every page and permission is among the own ones. */
export function isWithin(own: Permissions, held: Grants): boolean {
  const wanted = permissionsOfRole(held);
  return wanted.actions.isSubsetOf(own.actions) && wanted.menus.every((menu) => own.menus.includes(menu));
}
