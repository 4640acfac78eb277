import type { CallName, Data } from '@portside/contract';
import { infiniteQueryOptions, type InfiniteData, type QueryKey } from '@tanstack/react-query';
import { call, type CallArguments } from './call.ts';
import { queryKey } from './query.ts';

type Page = { readonly next_cursor: string | null };
/** Endpoints that return a list page by page. */
type PagedEndpoint = { [N in CallName]: Data<N> extends Page ? N : never }[CallName];

/** Options for useInfiniteQuery: each page is requested with the cursor of the one before. */
export function pages<N extends PagedEndpoint>(name: N, ...[request]: CallArguments<N>) {
  type Answer = Data<N> & Page;
  return infiniteQueryOptions<Answer, Error, InfiniteData<Answer, string | null>, QueryKey, string | null>({
    queryKey: [...queryKey(name, request), 'pages'],
    queryFn: ({ pageParam: cursor, signal }) => {
      const { query } = (request ?? {}) as { readonly query?: object };
      const asked: object = { ...request, query: { ...query, ...(cursor !== null && { cursor }) } };
      return call(name, ...([asked, { signal }] as CallArguments<N>));
    },
    initialPageParam: null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
}
