import type { Network, Recharge } from '@portside/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { isRefusal } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/call.ts';
import { queryKey } from '../../../lib/api/query.ts';
import { randomKey } from '../../../lib/random-key.ts';
import { useKeepRecharge } from '../history/use-recharges.ts';

type RechargeRequest = { readonly type: Network; readonly amount: string };

/**
 * Creates a top-up. One request keeps its idempotency key until it is answered, so a retry after a time-out cannot
 * create a second one.
 */
export function useCreateRecharge(): (request: RechargeRequest) => Promise<Recharge> {
  const client = useQueryClient();
  const keep = useKeepRecharge();
  const unanswered = useRef<{ wish: string; key: string }>(undefined);

  return async (wish) => {
    const text = `${wish.type} ${wish.amount}`;
    if (unanswered.current?.wish !== text) unanswered.current = { wish: text, key: randomKey() };
    try {
      const recharge = await call(
        'createRecharge',
        { body: wish },
        { idempotencyKey: unanswered.current.key },
      );
      unanswered.current = undefined;
      keep(recharge);
      return recharge;
    } catch (error) {
      if (isRefusal(error, 'tooManyOpenRecharges'))
        void client.invalidateQueries({ queryKey: queryKey('listRecharges') });
      if (isRefusal(error, 'topUpsOff'))
        void client.invalidateQueries({ queryKey: queryKey('listEnabledPaymentMethods') });
      throw error;
    }
  };
}
