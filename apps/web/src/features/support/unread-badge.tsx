import { useTranslation } from '../../locales/use-translation.ts';
import classes from '../../ui/data/count-badge.module.css';
import { useEffect } from 'react';
import { useLiveEvent } from '../../lib/live/live-events.ts';
import { updateStored, useStored } from '../../lib/stored/stored-state.ts';
import { useSupport, useRefetchSupport } from './support-contact.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { query, queryKey } from '../../lib/api/query.ts';

const MOST_SHOWN = 9;

/** Number of unread replies from support; hidden at zero. */
export function UnreadBadge() {
  const { t } = useTranslation();
  const unread = useUnreadAnswers();
  if (unread === 0) return null;
  return (
    <span className={`${classes.badge} figures`}>
      <span className="visually-hidden">{t('shell.nav.unread', { number: unread })}</span>
      <span aria-hidden>{unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}</span>
    </span>
  );
}

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

/** Unread conversations, in the menu; hidden at zero. */
export function UnreadConversations() {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const request = { query: { limit: 1 } };
  const { data } = useQuery(query('listConversations', request, { isQuiet: true }));
  useLiveEvent('conversation', () => {
    void client.invalidateQueries({ queryKey: queryKey('listConversations', request) });
  });
  const number = data?.unread_conversations ?? 0;
  if (number === 0) return null;
  return (
    <span className={`${classes.inRow} figures`}>
      <span className="visually-hidden">{t('support.unread', { number })}</span>
      <span aria-hidden>{number}</span>
    </span>
  );
}
