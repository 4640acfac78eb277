import type { Claim, Input } from '@portside/contract';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { crashPoint } from '../../../platform/crash-point.ts';
import { refuse } from '../../../platform/refusal.ts';
import { pickItems } from './choose-items.ts';
import { presentClaim } from './claims.present.ts';
import { insertClaim } from './claims.sql.ts';
import { recordOrderEvent } from '../order-events.sql.ts';
import { lockOrder, type OrderRow } from '../orders.sql.ts';
import { publishClaims } from './publish-claims.ts';
import { getOwnOrder } from '../listing/read-orders.ts';
import { findSoldItems } from '../sold-items.sql.ts';
import { claimsUntil } from '../warranty.ts';

/**
 * The buyer reports dead accounts of an order. Refuses accounts that are not in it (notFound), were claimed
 * before (itemClaimed) or replaced or paid back (itemSettled), an order whose warranty is over (warrantyOver),
 * and one whose texts are erased (accountsDeleted).
 */
export async function claimItems(ctx: Ctx, { params, body }: Input<'createClaim'>): Promise<Claim> {
  const claim = await inTransaction(ctx, async (step) => {
    const { db, clock } = step;
    const order = await lockOrder(db, (await getOwnOrder(step, params.order_no)).id);
    requireWarranty(order, clock.now());
    const items = pickItems(await findSoldItems(db, order.id), body.item_ids.map(BigInt));
    if (items.some(({ claimId }) => claimId !== null)) refuse('itemClaimed');
    if (items.some(({ state }) => state !== 'good')) refuse('itemSettled');
    const itemIds = items.map(({ id }) => id);
    const { reason } = body;
    const row = await insertClaim(
      db,
      { order_id: order.id, user_id: order.user_id, reason, created_at: clock.now() },
      itemIds,
    );
    await recordOrderEvent(step, order, { kind: 'claimed', quantity: items.length, note: reason });
    await publishClaims(step, order, [row.id], row.state);
    crashPoint('claim: before commit');
    return presentClaim(row, order.order_no, itemIds);
  });
  crashPoint('claim: after commit');
  return claim;
}

function requireWarranty(order: OrderRow, now: Date): void {
  if (order.accounts_deleted_at !== null) refuse('accountsDeleted');
  const until = claimsUntil(order);
  if (until === null || until <= now) refuse('warrantyOver');
}
