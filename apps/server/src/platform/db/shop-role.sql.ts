import { sql } from 'kysely';
import { transaction, type Db } from './db.ts';

/** Append-only tables: nobody ever changes or deletes their rows. */
export const APPEND_ONLY = [
  'audit_entries',
  'ledger_movements',
  'order_ranges',
  'order_timeline',
  'remedied_items',
  'warranty_claim_items',
  'agent_payouts',
  'single_assignments',
  'coupon_uses',
  'deposit_bonuses',
] as const;

/** Tables that only the update of the tables writes. */
const READ_ONLY = ['kysely_migration', 'kysely_migration_lock'] as const;

/** Sequences of which the shop takes many numbers at once. */
const TAKEN_IN_BULK = ['stock_item_ids'] as const;

/**
 * The statements that give a role what the running shop needs, and nothing more: it changes no table, truncates none,
 * and only adds to those that are append-only. They can be repeated; tables made since get the same rights.
 */
export function listGrants(role: string): readonly string[] {
  const to = `"${role.replaceAll('"', '""')}"`;
  return [
    `revoke all on all tables in schema public from ${to}`,
    `revoke all on all sequences in schema public from ${to}`,
    'revoke create on schema public from public',
    `revoke create on schema public from ${to}`,
    `grant usage on schema public to ${to}`,
    `grant select, insert, update, delete on all tables in schema public to ${to}`,
    `revoke update, delete on ${APPEND_ONLY.join(', ')} from ${to}`,
    `revoke insert, update, delete on ${READ_ONLY.join(', ')} from ${to}`,
    `grant usage, select on all sequences in schema public to ${to}`,
    `grant update on sequence ${TAKEN_IN_BULK.join(', ')} to ${to}`,
  ];
}

/** Gives a role the rights of the running shop, at once. Needs the owner of the tables. */
export async function grantShopRole(db: Db, role: string): Promise<void> {
  await transaction(db, async (step) => {
    for (const statement of listGrants(role)) await sql.raw(statement).execute(step);
  });
}

/** Whether the present role may make tables. */
export async function mayMakeTables(db: Db): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select has_schema_privilege('public', 'create') as may`.execute(db);
  return rows[0]!.may;
}

type RoleRights = {
  readonly role: string;
  /** Append-only tables, as far as there are yet, whose entries the role could change or delete; all of them for a superuser. */
  readonly changeable: readonly string[];
  /** Whether it owns tables, and so could also switch off what protects them. */
  readonly isOwner: boolean;
};

/** What the present role could do beyond what the running shop needs. */
export async function readRoleRights(db: Db): Promise<RoleRights> {
  const { rows } = await sql<RoleRights>`
    select current_user as role,
      array(
        select name from unnest(${sql.val(`{${APPEND_ONLY.join(',')}}`)}::text[]) as name
        where has_table_privilege(to_regclass(name), 'update, delete, truncate')
      ) as changeable,
      exists(
        select from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
          and pg_has_role(relowner, 'member')
      ) as "isOwner"`.execute(db);
  return rows[0]!;
}
