import { textIn, formatMicro, type Language, type Order } from '@portside/contract';
import { shareOf } from '@portside/contract/wire/quote';
import type { Ctx } from '../../platform/context.ts';
import type { GoodsRow } from '../goods/index.ts';
import { MAX_RESENDS, warrantyEndOf } from './order-states.ts';
import type { OrderRow } from './orders.sql.ts';

export function presentOrder(
  order: OrderRow,
  goods: Pick<GoodsRow, 'id' | 'name' | 'description' | 'category_id'>,
  language: Language,
  hasOpenClaim = false,
): Order {
  return {
    order_no: order.order_no,
    goods: {
      id: String(goods.id),
      name: textIn(goods.name, language),
      description: textIn(goods.description, language),
      category: String(goods.category_id),
    },
    quantity: order.quantity,
    gender: order.gender,
    unit_price: formatMicro(order.unit_price_micro),
    list_price: order.list_price_micro === null ? null : formatMicro(order.list_price_micro),
    price_source: order.price_source,
    discount: formatMicro(order.discount_micro),
    total_amount: formatMicro(order.total_micro),
    status: order.status,
    delivery: {
      email: order.email,
      state: order.mail_unconfirmed && order.delivery_state === 'sent' ? 'unconfirmed' : order.delivery_state,
      failure: order.delivery_state === 'failed' ? order.delivery_failure : null,
      resends_left: MAX_RESENDS - order.resends,
    },
    created_at: order.created_at.toISOString(),
    accounts_deleted_at: (order.accounts_deleted_at ?? order.accounts_delete_at).toISOString(),
    accounts_deleted: order.accounts_deleted_at !== null,
    refunded_amount: formatMicro(shareOf(order.total_micro, order.quantity, order.refunded_quantity)),
    claims_until: warrantyEndOf(order)?.toISOString() ?? null,
    has_open_claim: hasOpenClaim,
    reference: order.reference,
  };
}

/** Tells the buyer's pages that an order changed. */
export const publishOrder = ({ live }: Ctx, { user_id, order_no }: Pick<OrderRow, 'user_id' | 'order_no'>) =>
  live.publish({ to: user_id, name: 'order', data: { order_no } });

/** How the event names an order that is completed: with all that is told of it, so that nobody reads it again. */
export const completedOrder = (order: OrderRow) => ({
  ...orderName(order),
  goodsId: order.goods_id,
  quantity: order.quantity,
  totalMicro: order.total_micro,
});

/** How events name an order. */
export const orderName = ({ id, order_no, user_id }: Pick<OrderRow, 'id' | 'order_no' | 'user_id'>) => ({
  orderId: id,
  orderNo: order_no,
  userId: user_id,
});
