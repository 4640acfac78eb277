import type { Generated } from 'kysely';

export type RolesTable = {
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
