import { nowMs } from '../../../lib/clock.ts';
import type { Recharge, RechargeStatus } from '@portside/contract';
import {
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import { useAfterContent } from '../../../lib/api/after-content.ts';
import { pages, query, queryKey } from '../../../lib/api/query.ts';
import { DAY_MS } from '../../../lib/format/times.ts';
import { useLiveEvent } from '../../../lib/live/live-events.ts';

/** Fallback without the event stream: about the block time of the slower chain. */
const POLL_MS = 10_000;
/** With a ticket: the event stream serves signed-in buyers only. */
const POLL_BY_TICKET_MS = 3_000;
const FOLLOWED_AFTER_END_MS = DAY_MS;
const PAGE_SIZE = 10;

const keyOf = (orderId: string) => queryKey('readRecharge', { params: { order_id: orderId } });

const readOne = (orderId: string, token?: string) =>
  query(
    'readRecharge',
    { params: { order_id: orderId } },
    { isQuiet: true, ...(token !== undefined && { token }) },
  );

/**
 * One of the buyer's top-ups, polled while it is open or its submitted transaction is looked for, in addition to the
 * event stream; or with a ticket's token the top-up that the ticket opens.
 */
export const useRecharge = (orderId: string, token?: string) =>
  useQuery({
    ...readOne(orderId, token),
    refetchInterval: ({ state }) => {
      if (!state.data || !isFollowed(state.data)) return false;
      return token === undefined ? POLL_MS : POLL_BY_TICKET_MS;
    },
  });

/** A payment to an own address may come at any time; one submitted long ago is left to the event stream. */
const isFollowed = ({
  status,
  awaits_payment: isAwaited,
  submitted,
  expires_at: endsAt,
}: Recharge): boolean =>
  status === 'recharging' ||
  (isAwaited && submitted !== null && nowMs() < Date.parse(endsAt) + FOLLOWED_AFTER_END_MS);

/** Open top-ups, newest first. */
export const useOpenRecharges = () =>
  useQuery({
    ...query('listRecharges', { query: { status: 'recharging', limit: 50 } }, { isQuiet: true }),
    enabled: useAfterContent(),
  });

type RechargeFilter = {
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

/** Refetches what else shows a top-up where its state has changed. */
function followChange(client: QueryClient, before: Recharge | undefined, after: Recharge): void {
  const isSame = before?.sub_state === after.sub_state && before.credited_amount === after.credited_amount;
  if (isSame) return;
  void client.invalidateQueries({ queryKey: queryKey('listRecharges') });
  // The event stream also brings the new balance; this is for browsers without it.
  if (after.credited_amount !== null) void client.invalidateQueries({ queryKey: queryKey('readIdentity') });
}

/** Updates a top-up in the cache; lists are refetched when its state changed. */
export function useKeepRecharge(): (recharge: Recharge) => void {
  const client = useQueryClient();
  return (recharge) => {
    const key = keyOf(recharge.order_id);
    const before = client.getQueryData<Recharge>(key);
    client.setQueryData(key, recharge);
    followChange(client, before, recharge);
  };
}

/** Asks for a top-up again when it has changed. Mount once on a page that shows top-ups. */
export function useRechargeEvents(): void {
  const client = useQueryClient();
  useLiveEvent('rechargeMoved', ({ order_id: orderId }) => void askAgain(client, orderId));
}

async function askAgain(client: QueryClient, orderId: string): Promise<void> {
  const before = client.getQueryData<Recharge>(keyOf(orderId));
  try {
    // A running request may answer with the state before the change.
    await client.cancelQueries({ queryKey: keyOf(orderId) });
    followChange(client, before, await client.fetchQuery({ ...readOne(orderId), staleTime: 0 }));
  } catch {
    // The next event or poll brings it.
  }
}
