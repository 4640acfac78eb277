import { useEffect } from 'react';
import { useLiveEvent } from '../../lib/live/use-live-event.ts';
import { updateStored, useStored } from '../../lib/stored/stored-state.ts';
import { useSupport, useRefetchSupport } from './use-support.ts';

/** How many answers of support are unread: kept in the browser, asked for at the start, followed by the stream. */
export function useUnreadAnswers(): number {
  const askAgain = useRefetchSupport();
  const { data, dataUpdatedAt } = useSupport();
  const unread = data?.unread;
  useEffect(() => {
    // Each answer counts, one that says the same as the one before too: the stream may have told of a change since.
    if (dataUpdatedAt > 0 && unread !== undefined) updateStored({ reply: unread });
  }, [unread, dataUpdatedAt]);
  useLiveEvent('support', ({ unread: now }) => {
    updateStored({ reply: now });
    void askAgain();
  });
  return useStored((s) => s.reply);
}
