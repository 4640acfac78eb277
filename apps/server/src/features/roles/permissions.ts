import { ACTIONS, MENUS } from '@portside/contract';
import type { Db } from '../../platform/db/db.ts';
import { findRole, findRoleOfUser } from './roles.sql.ts';
import type { Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';

type Permissions = { readonly menus: readonly string[]; readonly actions: ReadonlySet<string> };

/** A role's permissions as stored. */
type Grants = {
  readonly menus: readonly string[];
  readonly actions: readonly string[];
  readonly is_owner: boolean;
};

const ALL_PERMISSIONS: Permissions = { menus: MENUS, actions: new Set(ACTIONS) };
const NO_PERMISSIONS: Permissions = { menus: [], actions: new Set() };

/** Null for a buyer. The owner role has whatever exists, so that it includes permissions added by an upgrade. */
export function permissionsOfRole(role: Grants | null): Permissions {
  if (role === null) return NO_PERMISSIONS;
  return role.is_owner ? ALL_PERMISSIONS : { menus: role.menus, actions: new Set(role.actions) };
}

/** The present permissions of a role; none for null, a buyer. */
export async function readPermissions(db: Db, roleId: bigint | null): Promise<Permissions> {
  if (roleId === null) return permissionsOfRole(null);
  const role = await findRole(db, roleId);
  if (!role) throw new Error(`there is no role ${roleId}`);
  return permissionsOfRole(role);
}

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
