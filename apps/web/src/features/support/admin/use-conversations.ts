import type { Data } from '@portside/contract';
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { call, type RequestOf } from '../../../lib/api/call.ts';
import { queryKey } from '../../../lib/api/query.ts';
import { useLiveEvent } from '../../../lib/live/use-live-event.ts';

type Filter = Pick<NonNullable<RequestOf<'listConversations'>['query']>, 'q' | 'unread'>;

const PAGE_SIZE = 30;

/** The inbox, page after page; the stream tells when one of its conversations moved. */
export function useConversations(filter: Filter) {
  const client = useQueryClient();
  useLiveEvent('conversation', () => {
    void client.invalidateQueries({ queryKey: queryKey('listConversations') });
  });
  return useInfiniteQuery({
    queryKey: [...queryKey('listConversations'), 'pages', filter],
    queryFn: ({ pageParam, signal }): Promise<Data<'listConversations'>> =>
      call(
        'listConversations',
        { query: { ...filter, limit: PAGE_SIZE, ...(pageParam && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_cursor,
    placeholderData: keepPreviousData,
  });
}
