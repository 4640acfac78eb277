/** What a role can be allowed to do. The server checks these on every call; menus only open pages. */
export const ACTIONS = ['user.status', 'goods.write', 'stock.import', 'paymentMethod.write'] as const;

/** The admin pages, in the order of the admin's menu. */
export const MENUS = [
  '/admin/dataBoard',
  '/admin/user',
  '/admin/config',
  '/admin/recharge',
  '/admin/order',
  '/admin/goods',
  '/admin/role',
  '/admin/sales',
  '/admin/agent',
  '/admin/support',
  '/admin/audit',
] as const;

export type Permissions = { readonly menus: readonly string[]; readonly actions: ReadonlySet<string> };

type Grants = {
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
