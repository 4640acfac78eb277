import type { CallName, Data } from '@portside/contract';
import { errors } from '@portside/contract/wire/errors';
import { onlineManager, queryOptions, type QueryClient } from '@tanstack/react-query';
import { chosenLanguage, useStored } from '../stored/stored-state.ts';
import { ApiError } from './api-error.ts';
import { call, type CallArguments, type CallOptions, type RequestOf } from './call.ts';
import { FreshQueryClient } from './fresh-query-client.ts';

/** Cache key of an endpoint's answers; without a request, of all of them. */
export const queryKey = <N extends CallName>(name: N, request?: RequestOf<N>) =>
  request === undefined ? ([name] as const) : ([name, request] as const);

/** Options for useQuery, prefetchQuery and friends: cached by endpoint and request. */
export function query<N extends CallName>(name: N, ...[request, options]: CallArguments<N>) {
  return queryOptions<Data<N>>({
    queryKey: queryKey(name, request),
    queryFn: ({ signal }) => {
      const withSignal: CallOptions = { ...options, ...quietOffline(), signal };
      return call(name, ...([request, withSignal] as CallArguments<N>));
    },
  });
}

/** Without a network every query of a page fails, and the page says so once. */
export const quietOffline = (): CallOptions => (isOffline() ? { isQuiet: true } : {});

/** Node has no such property while it prerenders pages. */
const isOffline = (): boolean => 'onLine' in navigator && !navigator.onLine;

const MAX_RETRIES = 2;

/** Retries only what the error table calls retryable, and calls without any answer. */
export function shouldRetry(failures: number, error: unknown): boolean {
  if (failures >= MAX_RETRIES || isOffline() || !(error instanceof ApiError)) return false;
  return error.errorName === undefined
    ? error.code === 0 || error.code >= 502
    : errors[error.errorName].retry;
}

export function createQueryClient(): QueryClient {
  followNetwork();
  const client = new FreshQueryClient({
    defaultOptions: {
      queries: {
        retry: shouldRetry,
        staleTime: 30_000,
        refetchOnWindowFocus: true,
        // Asked also without a network: the service worker answers what it has kept.
        networkMode: 'always',
        refetchOnReconnect: 'always',
      },
    },
  });
  // Names and descriptions come in the reader's language, so another language needs other answers.
  useStored.subscribe((now, before) => {
    const isSamePerson = now.token === before.token;
    if (isSamePerson && chosenLanguage(now) !== chosenLanguage(before)) void client.invalidateQueries();
  });
  return client;
}

/**
 * A page that opens without a network must notice when there is one, also where the network went before anything
 * listened: then the manager takes the page for online, and would ask for nothing again.
 */
function followNetwork(): void {
  if (!('onLine' in navigator)) return;
  if (isOffline()) onlineManager.setOnline(false);
  onlineManager.setEventListener((setOnline) => {
    const onOffline = () => setOnline(false);
    const onOnline = () => {
      setOnline(false);
      setOnline(true);
    };
    addEventListener('offline', onOffline);
    addEventListener('online', onOnline);
    return () => {
      removeEventListener('offline', onOffline);
      removeEventListener('online', onOnline);
    };
  });
}
