import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from '../../../locales/use-translation.ts';
import { query, queryKey } from '../../../lib/api/query.ts';
import { useLiveEvent } from '../../../lib/live/use-live-event.ts';
import classes from './unread-conversations.module.css';

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
    <span className={`${classes.badge} figures`}>
      <span className="visually-hidden">{t('support.unread', { number })}</span>
      <span aria-hidden>{number}</span>
    </span>
  );
}
