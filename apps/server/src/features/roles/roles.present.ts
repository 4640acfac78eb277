import { ACTIONS, MENUS, type Role } from '@portside/contract';
import type { RoleRow } from './roles.sql.ts';

type Facts = { readonly users: number; readonly canGrant: boolean };

/** An owner’s role shows every page and permission, whatever its row holds. */
export const presentRole = (row: RoleRow, { users, canGrant }: Facts): Role => ({
  id: row.id.toString(),
  name: row.name,
  menus: row.is_owner ? [...MENUS] : row.menus,
  actions: row.is_owner ? [...ACTIONS] : row.actions,
  is_owner: row.is_owner,
  users,
  can_grant: canGrant,
});
