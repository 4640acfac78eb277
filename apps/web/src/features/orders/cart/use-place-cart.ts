import type { Order } from '@portside/contract';
import { errorNameOf, type ErrorName } from '@portside/contract/wire/errors';
import { useState } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { call, type RequestOf } from '../../../lib/api/call.ts';
import { useAttempt, type AttemptPhase } from '../placing/use-place-order.ts';

export type CartBody = RequestOf<'placeOrders'>['body'];
type Placed = { readonly orders: readonly Order[]; readonly total: string };
export type CartPhase = AttemptPhase<CartBody, Placed>;

/** Why products were refused, by their ids. */
export type Refused = ReadonlyMap<string, ErrorName>;

const NONE: Refused = new Map();

/**
 * Buys all products of the cart at once. `forgive` forgets why one was refused, and that the cart was; without a product,
 * only that.
 */
export function usePlaceCart() {
  const [refused, setRefused] = useState(NONE);
  const attempt = useAttempt<CartBody, Placed>('cart', async ({ body, idempotencyKey }) => {
    setRefused(NONE);
    try {
      const { orders, total_amount: total } = await call(
        'placeOrders',
        { body },
        { idempotencyKey, isQuiet: true },
      );
      return { orders, total };
    } catch (error) {
      if (error instanceof ApiError) setRefused(refusedOf(error, body));
      throw error;
    }
  });
  const { phase, again } = attempt;
  const forgive = (goodsId?: string) => {
    setRefused((now) => new Map([...now].filter(([id]) => id !== goodsId)));
    if (phase.kind === 'open' && phase.refusal) again();
  };
  return { ...attempt, refused, forgive };
}

type Fault = { readonly field: string; readonly code?: number };

/** What the coupon's field and the notice say: the products themselves can be bought. */
const isOfAll = (reason: ErrorName): boolean => reason === 'balanceTooLow' || /^coupon|^tooMany/.test(reason);

/** The lines that a refusal names; a low balance or a coupon is no line's fault. */
export function refusedOf({ cause }: Pick<ApiError, 'cause'>, { lines }: CartBody): Refused {
  const { faults = [] } = (cause ?? {}) as { readonly faults?: readonly Fault[] };
  const named = faults.flatMap(({ field, code }) => {
    const line = lines[Number(/^lines\.(\d+)$/.exec(field)?.[1])];
    const reason = code === undefined ? undefined : errorNameOf(code);
    return line && reason && !isOfAll(reason) ? [[line.goods_id, reason] as const] : [];
  });
  return new Map(named);
}
