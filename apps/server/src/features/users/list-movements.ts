import type { Data, Input } from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { cutPage, readIdCursor } from '../../platform/http/page-by-id.ts';
import { refuse } from '../../platform/refusal.ts';
import { listAvailableMovements, presentMovement } from '../ledger/index.ts';
import { findUser } from './users.sql.ts';

/** Everything that moved a user's balance, newest first. */
export async function listMovements(
  ctx: Ctx,
  { params, query }: Input<'listMovements'>,
): Promise<Data<'listMovements'>> {
  requireAction(ctx.actor, 'user.read');
  const user = (await findUser(ctx.db, BigInt(params.id))) ?? refuse('notFound');
  const before = readIdCursor(query.cursor);
  const rows = await listAvailableMovements(ctx.db, user.id, { before, limit: query.limit + 1 });
  const { shown, nextCursor } = cutPage(rows, query.limit);
  return { items: shown.map(presentMovement), next_cursor: nextCursor, total: null };
}
