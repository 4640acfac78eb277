import { ACTIONS, MENUS } from '@portside/contract';

export type Permissions = { readonly menus: readonly string[]; readonly actions: ReadonlySet<string> };

/** What a role holds, as it is kept. */
export type Grants = {
  readonly menus: readonly string[];
  readonly actions: readonly string[];
  readonly is_owner: boolean;
};

const everything: Permissions = { menus: MENUS, actions: new Set(ACTIONS) };
const nothing: Permissions = { menus: [], actions: new Set() };

/** Null is a buyer's role. The owner's holds what exists, so that an upgrade's new actions are in it. */
export function permissionsOfRole(role: Grants | null): Permissions {
  if (role === null) return nothing;
  return role.is_owner ? everything : { menus: role.menus, actions: new Set(role.actions) };
}
