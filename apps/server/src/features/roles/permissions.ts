import { ACTIONS, MENUS } from '@portside/contract';

export type Permissions = { readonly menus: readonly string[]; readonly actions: ReadonlySet<string> };

/** A role's permissions as stored. */
export type Grants = {
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
