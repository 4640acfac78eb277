import type { SupportMessage, Data } from '@portside/contract';
import { useInfiniteQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { pages } from '../../lib/api/query.ts';
import { useLiveEvent } from '../../lib/live/live-events.ts';
import { useEffect, useEffectEvent } from 'react';
import { call } from '../../lib/api/call.ts';
import { useIsPageVisible } from '../../lib/browser/screen.ts';
import { useStored } from '../../lib/stored/stored-state.ts';
import { useRefetchSupport } from './support-contact.tsx';

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

/** Marks the shop's replies as read once the page is visible. */
export function useMarkSupportRead(messages: readonly SupportMessage[] | undefined): void {
  const isSeen = useIsPageVisible();
  const hasUnread = useStored((s) => s.reply > 0);
  const newest = messages?.findLast(({ from }) => from === 'shop')?.id;
  const askAgain = useRefetchSupport();
  const mark = useEffectEvent(async (upTo: string) => {
    await call('markSupportRead', { body: { up_to: upTo } }, { isQuiet: true });
    // The stream also brings the count, unless it is down or brought it before.
    await askAgain();
  });
  useEffect(() => {
    if (!isSeen || !hasUnread || newest === undefined) return;
    // On failure the badge stays, and the next view retries.
    void mark(newest).catch(() => undefined);
  }, [isSeen, hasUnread, newest]);
}

type Pages = InfiniteData<Data<'listSupportMessages'>>;

/** Adds a message once: both the stream and the call's answer bring it. Pages hold the newest first. */
export function addMessage(known: Pages, message: SupportMessage): Pages {
  const [newest, ...older] = known.pages;
  const isKnown = known.pages.some(({ items }) => items.some(({ id }) => id === message.id));
  if (!newest || isKnown) return known;
  return { ...known, pages: [{ ...newest, items: [message, ...newest.items] }, ...older] };
}
