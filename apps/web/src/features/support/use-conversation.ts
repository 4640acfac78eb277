import type { Data, SupportMessage } from '@portside/contract';
import { useInfiniteQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { call } from '../../lib/api/call.ts';
import { queryKey } from '../../lib/api/query.ts';
import { useLiveEvent } from '../../lib/live/use-live-event.ts';
import { addMessage } from './add-message.ts';

type Page = Data<'listSupportMessages'>;
const PAGE_SIZE = 30;
const KEY = [...queryKey('listSupportMessages'), 'pages'];

/** The own conversation, newest first, page after page; what is new on the stream joins it. */
export function useConversation() {
  const keep = useKeepMessage();
  useLiveEvent('support', ({ message }) => {
    if (message) keep(message);
  });
  return useInfiniteQuery({
    queryKey: KEY,
    queryFn: ({ pageParam, signal }): Promise<Page> =>
      call(
        'listSupportMessages',
        { query: { limit: PAGE_SIZE, ...(pageParam && { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last: Page) => last.next_cursor,
  });
}

/** Puts a message at the end of the conversation, unless it is there already. */
export function useKeepMessage(): (message: SupportMessage) => void {
  const client = useQueryClient();
  return (message) =>
    client.setQueryData<InfiniteData<Page, string | null>>(
      KEY,
      (known) => known && addMessage(known, message),
    );
}
