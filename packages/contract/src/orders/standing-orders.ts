import * as z from 'zod/mini';
import { endpoints } from '../wire/endpoint.ts';
import { Gender, Id, linkKey, page, pageQuery, PositiveAmount, Time, whole } from '../wire/values.ts';

/** The longest that one may stand. */
const MOST_STANDING_DAYS = 180;

/** `ended`: its last day has passed. */
const STANDING_STATES = ['active', 'done', 'cancelled', 'ended'] as const;

const StandingOrder = z.object({
  id: Id,
  goods_id: Id,
  goods_name: z.string(),
  /** Of the product's page. */
  path: z.string(),
  gender: Gender,
  quantity: z.int(),
  bought: z.int(),
  /** The most that one account may cost. */
  most_price: z.string(),
  state: z.enum(STANDING_STATES),
  /** The code of why there is nothing for it although the product is in stock; null while it waits for stock. */
  waits_for: z.nullable(z.int()),
  /** The newest orders that it has placed, at most ten. */
  order_nos: z.array(z.string()),
  created_at: Time,
  ends_at: Time,
});
export type StandingOrder = z.infer<typeof StandingOrder>;

export const standingOrdersEndpoints = endpoints({
  listStandingOrders: {
    access: 'user',
    summary: "The caller's standing orders, the newest first",
    query: z.extend(z.object(pageQuery), {
      goods_id: z.optional(Id),
      state: z.optional(z.enum(STANDING_STATES)),
    }),
    data: page(StandingOrder),
  },
  createStandingOrder: {
    access: 'user',
    perMinute: 20,
    summary:
      'Buy up to so many accounts of a product as it comes into stock, at no more than a price each, in the order in ' +
      'which buyers have asked and as far as the balance goes. One at a time of each product',
    idempotent: true,
    body: z.object({
      goods_id: Id,
      quantity: whole(1, 1_000_000),
      gender: z._default(Gender, 'random'),
      most_price: PositiveAmount,
      days: whole(1, MOST_STANDING_DAYS),
      link_key: linkKey,
    }),
    data: StandingOrder,
  },
  cancelStandingOrder: {
    access: 'user',
    summary: 'End a standing order. What it has bought stays bought',
    params: z.object({ id: Id }),
    data: StandingOrder,
  },
});
