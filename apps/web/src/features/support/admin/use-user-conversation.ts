import type { AnsweredMessage } from '@portside/contract';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../../lib/api/call.ts';
import { pages } from '../../../lib/api/pages.ts';
import { queryKey } from '../../../lib/api/query.ts';
import { useLiveEvent } from '../../../lib/live/use-live-event.ts';
import { useIsPageVisible } from '../../../lib/browser/use-is-page-visible.ts';

const PAGE_SIZE = 30;
const pagesOf = (userId: string) =>
  pages('readConversation', { params: { user_id: userId }, query: { limit: PAGE_SIZE } });

/** One user's conversation, newest first, updated live. */
export function useUserConversation(userId: string) {
  const refresh = useRefresh(userId);
  useLiveEvent('conversation', ({ user_id: moved }) => {
    if (moved === userId) void refresh();
  });
  return useInfiniteQuery(pagesOf(userId));
}

/** Refetches the conversation and the list. */
export function useRefresh(userId: string): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    const keys = [pagesOf(userId).queryKey, queryKey('listConversations')];
    await Promise.all(keys.map((key) => client.invalidateQueries({ queryKey: key })));
  };
}

/** Marks the user's messages as read once the page is visible. */
export function useMarkRead(
  userId: string,
  unread: number,
  messages: readonly AnsweredMessage[] | undefined,
): void {
  const isSeen = useIsPageVisible();
  const newest = messages?.findLast(({ from }) => from === 'user')?.id;
  useEffect(() => {
    if (!isSeen || unread === 0 || newest === undefined) return;
    const request = { params: { user_id: userId }, body: { up_to: newest } };
    // Operators who may not reply leave it unread for those who may.
    void call('markConversationRead', request, { isQuiet: true }).catch(() => undefined);
  }, [isSeen, unread, newest, userId]);
}
