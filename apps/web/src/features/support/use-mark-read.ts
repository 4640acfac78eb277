import type { SupportMessage } from '@portside/contract';
import { useEffect, useEffectEvent } from 'react';
import { call } from '../../lib/api/call.ts';
import { useIsPageVisible } from '../../lib/browser/use-is-page-visible.ts';
import { useStored } from '../../lib/stored/stored-state.ts';
import { useRefetchSupport } from './use-support.ts';

/** Tells the shop that its answers were read, once they are in front of the reader's eyes. */
export function useMarkSupportRead(messages: readonly SupportMessage[] | undefined): void {
  const isSeen = useIsPageVisible();
  const hasUnread = useStored((s) => s.reply > 0);
  const newest = messages?.findLast(({ from }) => from === 'shop')?.id;
  const askAgain = useRefetchSupport();
  const mark = useEffectEvent(async (upTo: string) => {
    await call('markSupportRead', { body: { up_to: upTo } }, { isQuiet: true });
    // How many are left comes by the stream too, unless it is down or has told before.
    await askAgain();
  });
  useEffect(() => {
    if (!isSeen || !hasUnread || newest === undefined) return;
    // The badge stays, and the next look tries again.
    void mark(newest).catch(() => undefined);
  }, [isSeen, hasUnread, newest]);
}
