import type { Recharge, RechargeStatus } from '@portside/contract';
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { pages } from '../../../lib/api/pages.ts';
import { query, queryKey } from '../../../lib/api/query.ts';
import { useLiveEvent } from '../../../lib/live/use-live-event.ts';

/** For browsers that lost the event stream: as often as the slower chain makes a block. */
const POLL_MS = 10_000;
/** For who pays by a ticket: the stream tells a signed-in buyer only. */
const POLL_BY_TICKET_MS = 3_000;
const PAGE_SIZE = 10;

const keyOf = (orderId: string) => queryKey('readRecharge', { params: { order_id: orderId } });

/**
 * One own top-up, asked for again and again while it is open, beside what the stream tells; or with a ticket's
 * token the one that it opens.
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

/** Those that still wait for their payment or its confirmations, newest first. */
export const useOpenRecharges = () =>
  useQuery(query('listRecharges', { query: { status: 'recharging', limit: 50 } }, { isQuiet: true }));

export type RechargeFilter = {
  readonly status: RechargeStatus | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
};

/** All own top-ups that fit, newest first, page by page. */
export const useRechargeHistory = (filter: RechargeFilter) =>
  useInfiniteQuery({
    ...pages('listRecharges', { query: { ...filter, limit: PAGE_SIZE } }),
    placeholderData: keepPreviousData,
  });

/** Puts a newer state of a top-up in the cache; lists are asked for again when it moved on. */
export function useKeepRecharge(): (recharge: Recharge) => void {
  const client = useQueryClient();
  return (recharge) => {
    const before = client.getQueryData<Recharge>(keyOf(recharge.order_id));
    client.setQueryData(keyOf(recharge.order_id), recharge);
    if (before?.sub_state === recharge.sub_state) return;
    void client.invalidateQueries({ queryKey: queryKey('listRecharges') });
    // The stream tells the new balance as well; this is for those that it does not reach.
    if (recharge.sub_state === 'credited')
      void client.invalidateQueries({ queryKey: queryKey('readIdentity') });
  };
}

/** Follows the stream. Mount once on a page that shows top-ups. */
export function useRechargeEvents(): void {
  useLiveEvent('recharge', useKeepRecharge());
}
