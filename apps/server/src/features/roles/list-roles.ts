import type { Data } from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { presentRole } from './roles.present.ts';
import { listRoleRows } from './roles.sql.ts';

/** Every role, the owner's first. */
export async function listRoles(ctx: Ctx): Promise<Data<'listRoles'>> {
  requireAction(ctx.actor, 'role.read');
  const items = (await listRoleRows(ctx.db)).map((row) => presentRole(row, Number(row.users)));
  return { items, next_cursor: null, total: items.length };
}
