import type { Data, Decision, Input } from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { cutPage, readIdCursor } from '../../platform/http/page-by-id.ts';
import { refuse } from '../../platform/refusal.ts';
import { listAvailableMovements, presentMovement, type AccountMovement } from '../ledger/index.ts';
import { findUser } from './users.sql.ts';

/** What higher features know of movements, by movement id. */
export type MovementLookups = {
  /** The order that was paid or refunded. */
  findOrderNos(ctx: Ctx, movements: readonly AccountMovement[]): Promise<ReadonlyMap<bigint, string>>;
  /** Who proposed and approved a manual movement. */
  findDecisions(ctx: Ctx, movements: readonly AccountMovement[]): Promise<ReadonlyMap<bigint, Decision>>;
};

/** The movements of a user's balance, newest first. Refuses an unknown user (notFound). */
export async function listMovements(
  ctx: Ctx,
  lookups: MovementLookups,
  { params, query }: Input<'listMovements'>,
): Promise<Data<'listMovements'>> {
  requireAction(ctx.actor, 'user.read');
  const user = (await findUser(ctx.db, BigInt(params.id))) ?? refuse('notFound');
  const before = readIdCursor(query.cursor);
  const rows = await listAvailableMovements(ctx.db, user.id, { before, limit: query.limit + 1 });
  const { shown, nextCursor } = cutPage(rows, query.limit);
  const [orderNos, decisions] = await Promise.all([
    lookups.findOrderNos(ctx, shown),
    lookups.findDecisions(ctx, shown),
  ]);
  const items = shown.map((row) => ({
    ...presentMovement(row),
    order_no: orderNos.get(row.id) ?? null,
    decision: decisions.get(row.id) ?? null,
  }));
  return { items, next_cursor: nextCursor, total: null };
}
