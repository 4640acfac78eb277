import type { Recharge, RechargeStatus } from '@portside/contract';
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { pages } from '../../../lib/api/pages.ts';
import { query, queryKey } from '../../../lib/api/query.ts';
import { useLiveEvent } from '../../../lib/live/use-live-event.ts';

/** Fallback without the event stream: about the block time of the slower chain. */
const POLL_MS = 10_000;
/** With a ticket: the event stream serves signed-in buyers only. */
const POLL_BY_TICKET_MS = 3_000;
const PAGE_SIZE = 10;

const keyOf = (orderId: string) => queryKey('readRecharge', { params: { order_id: orderId } });

/**
 * One of the buyer's top-ups, polled while it is open, in addition to the event stream; or with a ticket's token the
 * top-up that the ticket opens.
 */
export const useRecharge = (orderId: string, token?: string) =>
  useQuery({
    ...query(
      'readRecharge',
      { params: { order_id: orderId } },
      { isQuiet: true, ...(token !== undefined && { token }) },
    ),
    refetchInterval: ({ state }) => {
      if (state.data?.status !== 'recharging') return false;
      return token === undefined ? POLL_MS : POLL_BY_TICKET_MS;
    },
  });

/** Open top-ups, newest first. */
export const useOpenRecharges = () =>
  useQuery(query('listRecharges', { query: { status: 'recharging', limit: 50 } }, { isQuiet: true }));

export type RechargeFilter = {
  readonly status: RechargeStatus | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
};

/** The buyer's top-ups that match the filter, newest first, loaded page by page. */
export const useRechargeHistory = (filter: RechargeFilter) =>
  useInfiniteQuery({
    ...pages('listRecharges', { query: { ...filter, limit: PAGE_SIZE } }),
    placeholderData: keepPreviousData,
  });

/** Updates a top-up in the cache; lists are refetched when its state changed. */
export function useKeepRecharge(): (recharge: Recharge) => void {
  const client = useQueryClient();
  return (recharge) => {
    const before = client.getQueryData<Recharge>(keyOf(recharge.order_id));
    client.setQueryData(keyOf(recharge.order_id), recharge);
    const isSame =
      before?.sub_state === recharge.sub_state && before.credited_amount === recharge.credited_amount;
    if (isSame) return;
    void client.invalidateQueries({ queryKey: queryKey('listRecharges') });
    // The event stream also brings the new balance; this is for browsers without it.
    if (recharge.credited_amount !== null)
      void client.invalidateQueries({ queryKey: queryKey('readIdentity') });
  };
}

/** Applies live updates. Mount once on a page that shows top-ups. */
export function useRechargeEvents(): void {
  useLiveEvent('recharge', useKeepRecharge());
}
