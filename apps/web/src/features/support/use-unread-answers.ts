import { useEffect } from 'react';
import { useLiveEvent } from '../../lib/live/use-live-event.ts';
import { updateStored, useStored } from '../../lib/stored/stored-state.ts';
import { useSupport, useRefetchSupport } from './use-support.ts';

/** Number of unread replies: stored in the browser, loaded at the start, updated live. */
export function useUnreadAnswers(): number {
  const askAgain = useRefetchSupport();
  const { data, dataUpdatedAt } = useSupport();
  const unread = data?.unread;
  useEffect(() => {
    // Every answer is applied, even an equal one: the stream may have brought a change since.
    if (dataUpdatedAt > 0 && unread !== undefined) updateStored({ reply: unread });
  }, [unread, dataUpdatedAt]);
  useLiveEvent('support', ({ unread: now }) => {
    updateStored({ reply: now });
    void askAgain();
  });
  return useStored((s) => s.reply);
}
