import type { SupportMessage } from '@portside/contract';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { pages } from '../../lib/api/pages.ts';
import { useLiveEvent } from '../../lib/live/use-live-event.ts';
import { addMessage } from './add-message.ts';

const PAGES = pages('listSupportMessages', { query: { limit: 30 } });

/** The own conversation, newest first, page after page; what is new on the stream joins it. */
export function useConversation() {
  const keep = useKeepMessage();
  useLiveEvent('support', ({ message }) => {
    if (message) keep(message);
  });
  return useInfiniteQuery(PAGES);
}

/** Puts a message at the end of the conversation, unless it is there already. */
export function useKeepMessage(): (message: SupportMessage) => void {
  const client = useQueryClient();
  return (message) => client.setQueryData(PAGES.queryKey, (known) => known && addMessage(known, message));
}
