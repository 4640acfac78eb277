import type { Order } from '@portside/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, isRefusal, announceFailure } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/call.ts';
import { queryKey } from '../../../lib/api/query.ts';
import { forgetIntent } from '../../../lib/stored/order-intent.ts';
import { storedState } from '../../../lib/stored/stored-state.ts';
import {
  newAttempt,
  verdictOf,
  type Attempt,
  type OrderBody,
  findUnanswered,
  forgetUnanswered,
  keepUnanswered,
} from './attempt.ts';

export type OrderPhase =
  | { readonly kind: 'open'; readonly refusal?: ApiError }
  /** It is unknown whether the order exists: only this attempt may be repeated. */
  | { readonly kind: 'unanswered'; readonly attempt: Attempt }
  | { readonly kind: 'placed'; readonly order: Order };

/**
 * Places orders for one product, each attempt under one idempotency key; `again` returns from the result to the form.
 */
export function usePlaceOrder(goodsId: string) {
  const client = useQueryClient();
  const [phase, setPhase] = useState<OrderPhase>(() => {
    const attempt = findUnanswered(userId(), goodsId);
    return attempt ? { kind: 'unanswered', attempt } : { kind: 'open' };
  });

  /** While an attempt is unanswered, it is repeated unchanged, whatever the form says. */
  async function place(body: OrderBody): Promise<void> {
    const attempt = phase.kind === 'unanswered' ? phase.attempt : newAttempt(body);
    // Stored before it is sent: a page closed while waiting leaves the same uncertainty as a time-out.
    keepUnanswered(userId(), attempt);
    try {
      const { idempotencyKey } = attempt;
      const order = await call('placeOrder', { body: attempt.body }, { idempotencyKey, isQuiet: true });
      forgetUnanswered(goodsId);
      forgetIntent(goodsId);
      setPhase({ kind: 'placed', order });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      settle(error, attempt);
    } finally {
      void refresh();
    }
  }

  function settle(error: ApiError, attempt: Attempt): void {
    if (isRefusal(error, 'notSignedIn', 'accountFrozen')) announceFailure(error);
    const verdict = verdictOf(error);
    if (verdict === 'unanswered') return setPhase({ kind: 'unanswered', attempt });
    if (verdict === 'unchanged' && phase.kind === 'unanswered') return;
    forgetUnanswered(goodsId);
    setPhase({ kind: 'open', refusal: error });
  }

  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: queryKey('readGoods', { params: { id: goodsId } }) }),
      client.invalidateQueries({ queryKey: queryKey('listGoods') }),
      client.invalidateQueries({ queryKey: queryKey('listOrders') }),
      client.invalidateQueries({ queryKey: queryKey('readIdentity') }),
    ]);

  return { phase, place, again: () => setPhase({ kind: 'open' }) };
}

const userId = (): string => storedState().user?.id ?? '';
