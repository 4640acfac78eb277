import type { Offer } from '../../goods/index.ts';
import type { Outcome } from './decide-orders.ts';
import { makeOrderNos } from '../order-no.ts';
import type { NewOrder } from '../orders.sql.ts';

export type Placement = Extract<Outcome, { kind: 'placed' }>;

type BatchFacts = {
  readonly goods: ReadonlyMap<bigint, Offer>;
  /** At least one for each placement. */
  readonly ids: readonly bigint[];
  readonly now: Date;
  readonly deleteAt: Date;
};

/** The rows of a batch's new orders, in the order of their placements. */
export function buildOrderRows(
  placements: readonly Placement[],
  { goods, ids, now, deleteAt }: BatchFacts,
): NewOrder[] {
  const numbers = makeOrderNos(now, placements.length);
  return placements.map(({ request, ...placed }, index) => ({
    id: ids[index]!,
    order_no: numbers[index]!,
    user_id: request.userId,
    goods_id: request.goodsId,
    quantity: request.quantity,
    gender: request.gender,
    unit_price_micro: placed.unitPriceMicro,
    total_micro: placed.totalMicro,
    status: 'processing',
    email: placed.email,
    delivery_state: 'queued',
    resends: 0,
    idempotency_key: request.idempotencyKey,
    request_hash: request.hash,
    created_at: now,
    accounts_delete_at: deleteAt,
    accounts_deleted_at: null,
    warranty_hours: goods.get(request.goodsId)!.warranty_hours,
    refunded_quantity: 0,
    items: placed.items,
  }));
}
