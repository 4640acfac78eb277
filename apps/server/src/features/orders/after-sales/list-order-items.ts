import type { Data, Input, ItemState, OrderItem } from '@portside/contract';
import { requireAction } from '../../../platform/actor.ts';
import type { Ctx } from '../../../platform/context.ts';
import { pageOf } from '../../../platform/http/page-of.ts';
import { refuse } from '../../../platform/refusal.ts';
import { findOrderByNo } from '../orders.sql.ts';
import { findSoldItems, type SoldItem } from '../sold-items.sql.ts';

/** The accounts of any order without their texts, each with its state and its claim. */
export async function listOrderItems(
  ctx: Ctx,
  { params, query }: Input<'listOrderItems'>,
): Promise<Data<'listOrderItems'>> {
  requireAction(ctx.actor, 'order.read');
  const order = (await findOrderByNo(ctx.db, params.order_no)) ?? refuse('notFound');
  const items = await findSoldItems(ctx.db, order.id);
  const claims = presentClaimsOf(items);
  const shown = items.map(({ id, state, replacedBy, claimId }) => ({
    id: id.toString(),
    state,
    replaced_by: replacedBy?.toString() ?? null,
    claim: claims.get(claimId) ?? null,
  }));
  return pageOf(shown, query);
}

/** By id, the claims that items of the order are in, with how many of their items were replaced and refunded. */
function presentClaimsOf(items: readonly SoldItem[]): Map<bigint | null, OrderItem['claim']> {
  const byClaim = Map.groupBy(items, ({ claimId }) => claimId);
  byClaim.delete(null);
  const countOf = (claimed: readonly SoldItem[], remedy: ItemState): number =>
    claimed.filter(({ state }) => state === remedy).length;
  return new Map(
    [...byClaim].map(([id, claimed]) => [
      id,
      {
        id: String(id),
        state: claimed[0]!.claimState!,
        accounts: claimed.length,
        replaced: countOf(claimed, 'replaced'),
        refunded: countOf(claimed, 'refunded'),
      },
    ]),
  );
}
