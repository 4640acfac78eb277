import type { CallName, Data } from '@portside/contract';
import { errors } from '@portside/contract/wire/errors';
import {
  onlineManager,
  queryOptions,
  QueryClient,
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type QueryKey,
  infiniteQueryOptions,
  type InfiniteData,
  keepPreviousData,
  useQuery,
} from '@tanstack/react-query';
import { chosenLanguage, useStored } from '../stored/stored-state.ts';
import { ApiError } from './api-error.ts';
import { call, type CallArguments, type CallOptions, type RequestOf } from './call.ts';

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

/** Offline, every query of a page fails, and the page says so once. */
export const quietOffline = (): CallOptions => (isOffline() ? { isQuiet: true } : {});

/** Node has no such property while it prerenders pages. */
const isOffline = (): boolean => 'onLine' in navigator && !navigator.onLine;

const MAX_RETRIES = 2;

/** Retries only what the error table calls retryable, and unanswered calls. */
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
        // Offline, a query fails at once and the page says so, instead of waiting.
        networkMode: 'always',
        refetchOnReconnect: 'always',
      },
    },
  });
  // Names and descriptions come in the reader's language, so a new language needs new answers.
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

/**
 * A query client whose `invalidateQueries` holds for answers under way too. A query's first fetch is joined instead of
 * begun anew, and its answer, which may be older than the change, would count as fresh: so it is asked for again.
 */
export class FreshQueryClient extends QueryClient {
  override async invalidateQueries<K extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<K>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const begun = this.getQueryCache()
      .findAll(filters)
      .filter(({ state }) => state.fetchStatus === 'fetching' && state.data === undefined);
    const refetched = super.invalidateQueries(filters, options);
    const askAgain = begun.map(async (query) => {
      // Joins the fetch that is under way.
      const isAnswered = await query.fetch().then(
        () => true,
        () => false,
      );
      if (isAnswered) await super.invalidateQueries({ queryKey: query.queryKey, exact: true }, options);
    });
    await Promise.all([refetched, ...askAgain]);
  }
}

export type Page = { readonly next_cursor: string | null };

/** Endpoints that return a list page by page. */
export type PagedEndpoint = { [N in CallName]: Data<N> extends Page ? N : never }[CallName];

/** Options for useInfiniteQuery: each page is requested with the cursor of the one before. */
export function pages<N extends PagedEndpoint>(name: N, ...[request]: CallArguments<N>) {
  type Answer = Data<N> & Page;
  return infiniteQueryOptions<Answer, Error, InfiniteData<Answer, string | null>, QueryKey, string | null>({
    queryKey: [...queryKey(name, request), 'pages'],
    queryFn: ({ pageParam: cursor, signal }) =>
      call(name, ...([atCursor(request, cursor), { signal }] as CallArguments<N>)),
    initialPageParam: null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
}

/** The same request for the page that begins there. */
export const atCursor = (request: object | undefined, cursor: string | null): object => {
  const { query } = (request ?? {}) as { readonly query?: object };
  return { ...request, query: { ...query, ...(cursor !== null && { cursor }) } };
};

/** The items of a page, for lists that are shown in full. */
export const itemsOf = <T>(page: { readonly items: T[] }): T[] => page.items;

/** One page of a list. The previous page stays visible until the next has loaded. */
export const usePage = <N extends CallName>(name: N, ...request: CallArguments<N>) =>
  useQuery({ ...query(name, ...request), placeholderData: keepPreviousData });

/** The sandbox's people and chains, which never change. In production the call answers 404. */
export const sandboxQuery = {
  ...query('readSandbox', {}, { isQuiet: true }),
  retry: false,
  staleTime: Infinity,
};
