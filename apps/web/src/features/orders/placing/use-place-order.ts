import type { Order } from '@portside/contract';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError, isRefusal, announceFailure } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/call.ts';
import { useTurnedState } from '../../../lib/browser/current-area.ts';
import { queryKey } from '../../../lib/api/query.ts';
import {
  findUnanswered,
  forgetIntent,
  forgetUnanswered,
  keepUnanswered,
} from '../../../lib/stored/order-intent.ts';
import { useStored } from '../../../lib/stored/stored-state.ts';
import { newAttempt, verdictOf, type Attempt, type OrderBody } from './attempt.ts';

/** How far an attempt is; `P` is what it leads to. */
export type AttemptPhase<B, P extends object> =
  | { readonly kind: 'open'; readonly refusal?: ApiError }
  /** It is unknown whether the order exists: only this attempt may be repeated. */
  | { readonly kind: 'unanswered'; readonly attempt: Attempt<B> }
  | ({ readonly kind: 'placed' } & P);

export type OrderPhase = AttemptPhase<OrderBody, { readonly order: Order }>;

/** Shown answers that an order changes, placed or refused. */
const CHANGED = [
  'readGoods',
  'listGoods',
  'listOwnGoods',
  'readFamily',
  'readOwnPrices',
  'quoteOrder',
  'quoteOrders',
  'readCart',
  'listOrders',
  'readIdentity',
] as const;

/**
 * Places orders for one product, each attempt under one idempotency key; `again` returns from the result to the form.
 * The result stays in sight when a phone is turned.
 */
export const usePlaceOrder = (goodsId: string) =>
  useAttempt<OrderBody, { readonly order: Order }>(goodsId, async ({ body, idempotencyKey }) => {
    const order = await call('placeOrder', { body }, { idempotencyKey, isQuiet: true });
    forgetIntent(goodsId);
    return { order };
  });

/**
 * The same for whatever `send` buys; `what` names it in this tab's storage. What one user has sent or bought is nothing to
 * the next one, though the page stays open while another tab signs them in.
 */
export function useAttempt<B, P extends object>(what: string, send: (attempt: Attempt<B>) => Promise<P>) {
  const client = useQueryClient();
  const userId = useStored((s) => s.user?.id ?? '');
  const first = (): AttemptPhase<B, P> => {
    const attempt = findUnanswered(userId, what) as Attempt<B> | undefined;
    return attempt ? { kind: 'unanswered', attempt } : { kind: 'open' };
  };
  const [kept, keep] = useTurnedState(`order of ${what}`, () => ({ userId, phase: first() }));
  const phase = kept.userId === userId ? kept.phase : first();
  const setPhase = (next: AttemptPhase<B, P>): void => keep({ userId, phase: next });

  /** While an attempt is unanswered, it is repeated unchanged, whatever the form says. */
  async function place(body: B): Promise<void> {
    const attempt = phase.kind === 'unanswered' ? phase.attempt : newAttempt(body);
    // Stored before it is sent: a page closed while waiting leaves the same uncertainty as a time-out.
    keepUnanswered(userId, what, attempt);
    try {
      const placed = await send(attempt);
      forgetUnanswered(what);
      setPhase({ kind: 'placed', ...placed });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      settle(error, attempt);
    } finally {
      for (const name of CHANGED) void client.invalidateQueries({ queryKey: queryKey(name) });
    }
  }

  function settle(error: ApiError, attempt: Attempt<B>): void {
    if (isRefusal(error, 'notSignedIn', 'accountFrozen')) announceFailure(error);
    const verdict = verdictOf(error);
    if (verdict === 'unanswered') return setPhase({ kind: 'unanswered', attempt });
    if (verdict === 'unchanged' && phase.kind === 'unanswered') return;
    forgetUnanswered(what);
    setPhase({ kind: 'open', refusal: error });
  }

  return { phase, place, again: () => setPhase({ kind: 'open' }) };
}
