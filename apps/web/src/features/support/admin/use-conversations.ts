import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { RequestOf } from '../../../lib/api/call.ts';
import { pages } from '../../../lib/api/pages.ts';
import { queryKey } from '../../../lib/api/query.ts';
import { useLiveEvent } from '../../../lib/live/use-live-event.ts';

type Filter = Pick<NonNullable<RequestOf<'listConversations'>['query']>, 'q' | 'unread'>;

const PAGE_SIZE = 30;

/** The conversations, loaded page by page and updated live. */
export function useConversations(filter: Filter) {
  const client = useQueryClient();
  useLiveEvent('conversation', () => {
    void client.invalidateQueries({ queryKey: queryKey('listConversations') });
  });
  return useInfiniteQuery({
    ...pages('listConversations', { query: { ...filter, limit: PAGE_SIZE } }),
    placeholderData: keepPreviousData,
  });
}
