import type { Data, Decision, Input } from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import { cutPage, readIdCursor } from '../../platform/http/page-by-id.ts';
import { refuse } from '../../platform/refusal.ts';
import { listAvailableMovements, presentMovement, type AccountMovement } from '../ledger/index.ts';
import { findUser } from './users.sql.ts';

/** What the ledger shows but users do not own, by the movement's id. */
export type MovementFacts = {
  /** The order that was paid or paid back. */
  findOrderNos(ctx: Ctx, movements: readonly AccountMovement[]): Promise<ReadonlyMap<bigint, string>>;
  /** Who moved money by hand. */
  findDecisions(ctx: Ctx, movements: readonly AccountMovement[]): Promise<ReadonlyMap<bigint, Decision>>;
};

/** Everything that moved a user's balance, newest first. */
export async function listMovements(
  ctx: Ctx,
  facts: MovementFacts,
  { params, query }: Input<'listMovements'>,
): Promise<Data<'listMovements'>> {
  requireAction(ctx.actor, 'user.read');
  const user = (await findUser(ctx.db, BigInt(params.id))) ?? refuse('notFound');
  const before = readIdCursor(query.cursor);
  const rows = await listAvailableMovements(ctx.db, user.id, { before, limit: query.limit + 1 });
  const { shown, nextCursor } = cutPage(rows, query.limit);
  const [orderNos, decisions] = await Promise.all([
    facts.findOrderNos(ctx, shown),
    facts.findDecisions(ctx, shown),
  ]);
  const items = shown.map((row) => ({
    ...presentMovement(row),
    order_no: orderNos.get(row.id) ?? null,
    decision: decisions.get(row.id) ?? null,
  }));
  return { items, next_cursor: nextCursor, total: null };
}
