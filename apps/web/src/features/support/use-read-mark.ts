import type { SupportMessage } from '@portside/contract';
import { useEffect } from 'react';
import { call } from '../../lib/api/call.ts';
import { useIsPageSeen } from '../../lib/page-seen.ts';
import { updateStored, useStored } from '../../lib/stored/stored-state.ts';

/** Tells the shop that its answers were read, once they are in front of the reader's eyes. */
export function useReadMark(messages: readonly SupportMessage[] | undefined): void {
  const isSeen = useIsPageSeen();
  const hasUnread = useStored((s) => s.reply > 0);
  const newest = messages?.findLast(({ from }) => from === 'shop')?.id;
  useEffect(() => {
    if (!isSeen || !hasUnread || newest === undefined) return;
    void call('markSupportRead', { body: { up_to: newest } }, { isQuiet: true })
      .then(({ unread }) => updateStored({ reply: unread }))
      // The badge stays, and the next look tries again.
      .catch(() => undefined);
  }, [isSeen, hasUnread, newest]);
}
