import { Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { EmptyState } from '../../../ui/messages/empty-state.tsx';
import { LoadFailure } from '../../../ui/messages/load-failure.tsx';
import { SearchField } from '../../../ui/fields/search-field.tsx';
import { ConversationRow } from './conversation-row.tsx';
import classes from './inbox.module.css';
import { useConversations } from './use-conversations.ts';
import { ChoiceRow } from '../../../ui/fields/choice-row.tsx';

type Props = { openedId: string | null; onOpen: (userId: string) => void };

/** All conversations: unread first, then by last activity. */
export function ConversationList({ openedId, onOpen }: Props) {
  const { t } = useTranslation('admin');
  const [search, setSearch] = useState('');
  const [show, setShow] = useState<'all' | 'unread'>('all');
  const found = useConversations({
    ...(search && { q: search }),
    ...(show === 'unread' && { unread: 'true' as const }),
  });
  const conversations = found.data?.pages.flatMap(({ items }) => items);
  const unread = found.data?.pages[0]?.unread_conversations;
  return (
    <section className={classes.list} aria-label={t('support.conversations')}>
      <div className={classes.filter}>
        <SearchField
          label={t('support.search')}
          clearLabel={t('table.reset')}
          value={search}
          onSearch={setSearch}
        />
        <ChoiceRow
          fullWidth
          size="xs"
          aria-label={t('support.show')}
          value={show}
          onChange={setShow}
          data={[
            { value: 'all', label: t('support.all') },
            { value: 'unread', label: t('support.unread', { number: unread ?? 0 }) },
          ]}
        />
      </div>
      <div className={classes.rows}>
        {found.isError && !conversations && (
          <LoadFailure error={found.error} onRetry={() => void found.refetch()} />
        )}
        {!conversations && !found.isError && <Skeleton height={260} m="md" width="auto" />}
        {conversations?.length === 0 && (
          <EmptyState text={t(search || show === 'unread' ? 'table.nothingFound' : 'support.nobody')} />
        )}
        <ul>
          {conversations?.map((conversation) => (
            <li key={conversation.user.id}>
              <ConversationRow
                conversation={conversation}
                isOpen={conversation.user.id === openedId}
                onOpen={() => onOpen(conversation.user.id)}
              />
            </li>
          ))}
        </ul>
        {found.hasNextPage && (
          <Button
            variant="subtle"
            fullWidth
            loading={found.isFetchingNextPage}
            onClick={() => void found.fetchNextPage()}
          >
            {t('support.more')}
          </Button>
        )}
      </div>
    </section>
  );
}
