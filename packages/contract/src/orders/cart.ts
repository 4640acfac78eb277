import * as z from 'zod/mini';
import { endpoints } from '../wire/endpoint.ts';
import { MOST_CART_LINES } from '../wire/limits.ts';
import { CouponCode, Email, Gender, Id, Nothing, UsdtAmount, whole } from '../wire/values.ts';
import { CallbackUrl, Order, OrderQuote, OrderReference } from './orders.ts';

const line = {
  goods_id: Id,
  quantity: whole(1),
  gender: z._default(Gender, 'random'),
  /** The price of one account that the buyer saw, before a coupon. */
  unit_price: z.optional(UsdtAmount),
};

const linesOf = <T extends z.ZodMiniType>(one: T) =>
  z.array(one).check(z.minLength(1), z.maxLength(MOST_CART_LINES));

export const CartLine = z.object({
  goods_id: Id,
  quantity: z.int(),
  gender: Gender,
  /** What one account of so many cost when the buyer last looked; null if that is not known. */
  unit_price: z.nullable(z.string()),
});
export type CartLine = z.infer<typeof CartLine>;

const Cart = z.object({ lines: z.array(CartLine) });

export const cartEndpoints = endpoints({
  readCart: {
    access: 'user',
    summary: "The caller's cart: one line for each product, in the order in which they were added",
    data: Cart,
  },
  setCartLines: {
    access: 'user',
    summary:
      'Put products into the cart, or change what there is of them. Reserves nothing. Products that are not for the ' +
      'caller are left out',
    body: z.object({ lines: linesOf(z.object(line)) }),
    data: Cart,
  },
  removeCartLine: {
    access: 'user',
    summary: 'Take a product out of the cart',
    params: z.object({ goods_id: Id }),
    data: Nothing,
  },
  quoteOrders: {
    access: 'user',
    perMinute: 120,
    summary:
      'What several products would cost in one go, with one coupon for those it is for; where it may not be used for ' +
      'all of them, for those it makes cheapest, which an order names first. Refuses a coupon that is for none of them. ' +
      'Reserves nothing',
    body: z.object({
      lines: linesOf(z.object({ goods_id: Id, quantity: whole(1) })),
      coupon: z.optional(CouponCode),
    }),
    data: z.object({
      /** In the order of the lines. */
      lines: z.array(
        z.object({
          /** Null where it cannot be bought. */
          quote: z.nullable(OrderQuote),
          /** The code of why it cannot be bought. */
          refusal: z.nullable(z.int()),
          /** The code of why the coupon is not for it. */
          coupon_refusal: z.nullable(z.int()),
          /** From what total of the line on the coupon counts, where the line is below it. */
          coupon_min_total: z.nullable(z.string()),
        }),
      ),
      /** Of those that can be bought. */
      total_amount: z.string(),
    }),
  },
  placeOrders: {
    access: 'user',
    summary:
      'Buy several products in one go, paid from the balance: all or none, each an order with its own number. What is ' +
      'bought leaves the cart. A refusal names its lines in `faults`',
    idempotent: true,
    body: z.object({
      /**
       * Each may have a coupon of its own. Another `unit_price` is refused (priceChanged), and so is more than the
       * `total_amount` that was seen with the coupon.
       */
      lines: linesOf(
        z.object({
          ...line,
          coupon: z.optional(CouponCode),
          total_amount: z.optional(UsdtAmount),
          reference: z.optional(OrderReference),
          callback_url: z.optional(CallbackUrl),
        }),
      ),
      email: z.optional(Email),
    }),
    data: z.object({
      /** In the order of the lines. */
      orders: z.array(Order),
      total_amount: z.string(),
    }),
  },
});
