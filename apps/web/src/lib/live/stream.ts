import { shopPaths } from '@portside/contract/wire/shop-paths';
import type * as Library from 'eventsource';
import { firstEventId, setFollowed } from '../api/call.ts';
import { noteServerTime } from '../clock.ts';
import { announceLive, liveEventNames, onLive } from './live-events.ts';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError } from '../api/api-error.ts';
import { useStored } from '../stored/stored-state.ts';
import { visitorId } from '../stored/safe-storage.ts';
import type { CallName, LiveEventName } from '@portside/contract';
import { queryKey } from '../api/query.ts';

const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 30_000;

type StreamOptions = {
  readonly visitor: string;
  readonly token: string | null;
  /**
   * Called when the stream is back after a gap, and each time it could not be opened again: missed events must be
   * refetched. So a page without a stream asks from time to time.
   */
  readonly onGap: () => void;
  /** Called when the stream is open without a gap before. */
  readonly onOpen?: () => void;
};

/**
 * Opens the page's event stream; returns the function that closes it. EventSource resumes broken connections but
 * gives up on answers other than 200, so those are retried here with growing delays. The first one begins at the page's
 * oldest answer: what happened between the two would be missed.
 */
export function openStream({ visitor, token, onGap, onOpen }: StreamOptions): () => void {
  const url = new URL(`${shopPaths.streamLive[1]}?visitor=${encodeURIComponent(visitor)}`, location.origin);
  let source: Library.EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let refusals = 0;
  let hasOpened = false;
  let isSessionOver = false;
  let isClosed = false;

  const fetchWithToken = async (address: string | URL, init: Library.EventSourceFetchInit) => {
    const first = hasOpened ? null : firstEventId();
    const askedAt = performance.now();
    const answer = await fetch(address, {
      ...init,
      headers: {
        ...(first !== null && { 'last-event-id': first }),
        ...init.headers,
        ...(token !== null && { authorization: `Bearer ${token}` }),
      },
    });
    noteServerTime(answer, askedAt);
    return answer;
  };

  // It loads after the content, as the stream does.
  const open = () => void import('eventsource').then(follow, retry);
  const retry = () => {
    if (!isClosed) timer = setTimeout(open, retryDelay(refusals++));
  };

  function follow({ EventSource }: typeof Library): void {
    if (isClosed) return;
    const opened = new EventSource(url, { fetch: fetchWithToken });
    source = opened;
    for (const name of liveEventNames)
      opened.addEventListener(name, (event) => announceLive(name, JSON.parse(event.data)));
    opened.addEventListener('session', () => {
      isSessionOver = true;
    });
    opened.addEventListener('open', () => {
      refusals = 0;
      if (hasOpened && !isSessionOver) onGap();
      else onOpen?.();
      hasOpened = true;
      setFollowed(true);
    });
    opened.addEventListener('error', ({ code }) => {
      if (opened.readyState !== EventSource.CLOSED) return;
      if (token && (code === 401 || code === 403)) {
        if (!isSessionOver) announceLive('session', {});
      } else {
        if (hasOpened && refusals > 0) onGap();
        retry();
      }
    });
  }

  open();
  return () => {
    isClosed = true;
    clearTimeout(timer);
    source?.close();
    setFollowed(false);
  };
}

/** Doubles up to half a minute, with jitter, so that browsers do not all reconnect to a restarted server at once. */
function retryDelay(refusals: number): number {
  const longest = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** refusals);
  return longest * (0.5 + Math.random() / 2);
}

/** The shop could not be reached. */
const isUnanswered = (error: unknown): boolean => error instanceof ApiError && error.code === 0;

/** Keeps the event stream open, as visitor or user. Mount once. */
export function useLiveStream(): void {
  const token = useStored((s) => s.token);
  const client = useQueryClient();
  useEffect(() => {
    const refetch = () => void client.invalidateQueries();
    return openStream({
      visitor: visitorId(),
      token,
      onGap: refetch,
      onOpen: () =>
        void client.refetchQueries({ type: 'active', predicate: ({ state }) => isUnanswered(state.error) }),
    });
  }, [token, client]);
}

/** The calls whose answers an event makes stale. Components refresh the ones that they show. */
const MADE_OLD = {
  order: ['listOrders', 'readOrder', 'readAccounts', 'surveyAccounts', 'listAccountNames'],
  claim: [
    'listOrders',
    'readOrder',
    'readAccounts',
    'surveyAccounts',
    'listAccountNames',
    'listOrderWarrantyClaims',
  ],
  rechargeMoved: ['listRecharges', 'readRecharge'],
  smallPayment: ['listSmallPayments'],
  support: ['listSupportMessages'],
  announcement: ['listAnnouncementsAt'],
} satisfies Partial<Record<LiveEventName, readonly CallName[]>>;

/** Marks cached answers that no component shows as stale, even if they are seconds old. Mount once. */
export function useStaleOnEvents(): void {
  const client = useQueryClient();
  useEffect(() => {
    const stops = Object.entries(MADE_OLD).map(([event, calls]) =>
      onLive(event as keyof typeof MADE_OLD, () => calls.forEach((name) => makeOld(client, name))),
    );
    return () => stops.forEach((stop) => stop());
  }, [client]);
}

const makeOld = (client: QueryClient, name: CallName): void =>
  void client.invalidateQueries({ queryKey: queryKey(name), type: 'inactive' });
