import type { SupportMessage } from '@portside/contract';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { pages } from '../../lib/api/pages.ts';
import { useLiveEvent } from '../../lib/live/use-live-event.ts';
import { addMessage } from './add-message.ts';

const PAGES = pages('listSupportMessages', { query: { limit: 30 } });

/** The buyer's conversation, newest first, loaded page by page; live messages are added. */
export function useConversation() {
  const keep = useKeepMessage();
  useLiveEvent('support', ({ message }) => {
    if (message) keep(message);
  });
  return useInfiniteQuery(PAGES);
}

/** Adds a message to the conversation, unless it is already there; an answer under way may lack it. */
export function useKeepMessage(): (message: SupportMessage) => void {
  const client = useQueryClient();
  return (message) => {
    const { queryKey } = PAGES;
    if (client.isFetching({ queryKey }) > 0) void client.invalidateQueries({ queryKey });
    client.setQueryData(queryKey, (known) => known && addMessage(known, message));
  };
}
