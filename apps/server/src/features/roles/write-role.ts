import type { AuditAction, Input, Role } from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { brokenConstraint } from '../../platform/db/db.ts';
import { refuse } from '../../platform/refusal.ts';
import { requireFreshCode } from '../../platform/require-fresh-code.ts';
import { requireGrantable } from './require-grantable.ts';
import { presentRole } from './roles.present.ts';
import {
  countUsersOf,
  deleteRoleRow,
  insertRole,
  lockRole,
  updateRoleRow,
  type RoleRow,
} from './roles.sql.ts';

type Written = Input<'createRole'>['body'];

/** A new role. Refuses what the caller does not have himself (noPermission) and a name that is taken. */
export function createRole(ctx: Ctx, written: Written): Promise<Role> {
  return writing(ctx, async (step) => {
    await requireGrantable(step, { ...written, is_owner: false });
    const row = await insertRole(step.db, valuesOf(written)).catch(refuseTaken);
    await record(step, 'role.create', null, row);
    return presentRole(row, { users: 0, canGrant: true });
  });
}

/** Replaces what a role holds. Neither what it held nor what it will may be more than the caller has. */
export function updateRole(ctx: Ctx, id: bigint, written: Written): Promise<Role> {
  return writing(ctx, async (step) => {
    const before = await lockOrdinary(step, id);
    await requireGrantable(step, { ...written, is_owner: false });
    const row = await updateRoleRow(step.db, id, valuesOf(written)).catch(refuseTaken);
    await record(step, 'role.update', before, row);
    return presentRole(row, { users: await countUsersOf(step.db, id), canGrant: true });
  });
}

/** Refuses while somebody has it (roleInUse). */
export function deleteRole(ctx: Ctx, id: bigint): Promise<void> {
  return writing(ctx, async (step) => {
    const before = await lockOrdinary(step, id);
    if ((await countUsersOf(step.db, id)) > 0) refuse('roleInUse');
    await deleteRoleRow(step.db, id);
    await record(step, 'role.delete', before, null);
  });
}

function writing<T>(ctx: Ctx, step: (ctx: Ctx) => Promise<T>): Promise<T> {
  requireAction(ctx.actor, 'role.write');
  requireFreshCode(ctx);
  return inTransaction(ctx, step);
}

/** Any role but the owner's, which always holds everything. */
async function lockOrdinary(ctx: Ctx, id: bigint): Promise<RoleRow> {
  const role = (await lockRole(ctx.db, id)) ?? refuse('notFound');
  if (role.is_owner) refuse('noPermission', "the owner's role is built in");
  await requireGrantable(ctx, role);
  return role;
}

const valuesOf = ({ name, menus, actions }: Written) => ({
  name,
  menus: [...new Set(menus)],
  actions: [...new Set(actions)],
});

function refuseTaken(error: unknown): never {
  if (brokenConstraint(error) === 'roles_name_key') refuse('dataExists', 'a role of that name');
  throw error;
}

const factsOf = ({ name, menus, actions }: RoleRow) => ({ name, menus, actions });

const record = (
  ctx: Ctx,
  action: AuditAction,
  before: RoleRow | null,
  after: RoleRow | null,
): Promise<void> =>
  recordAudit(ctx, {
    action,
    subject: `role:${(after ?? before)!.id}`,
    before: before && factsOf(before),
    after: after && factsOf(after),
  });
