import type { SupportMessage } from '@portside/contract';
import { useEffect, useEffectEvent } from 'react';
import { call } from '../../lib/api/call.ts';
import { useIsPageVisible } from '../../lib/browser/use-is-page-visible.ts';
import { useStored } from '../../lib/stored/stored-state.ts';
import { useRefetchSupport } from './use-support.ts';

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
