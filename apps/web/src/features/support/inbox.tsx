import { useTranslation, useLanguage } from '../../locales/use-translation.ts';
import { useUrlParam } from '../../ui/layout/use-opened.ts';
import { EmptyState, LoadFailure } from '../../ui/messages/empty-state.tsx';
import { SignalPicture } from './message-list.tsx';
import { ConversationView } from './conversation-view.tsx';
import classes from './inbox.module.css';
import { Button, NativeSelect, Skeleton } from '@mantine/core';
import { Allowed } from '../../ui/layout/allowed.tsx';
import { lazy, Suspense, useState } from 'react';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { ChoiceRow } from '../../ui/fields/choice-row.tsx';
import type { Conversation } from '@portside/contract';
import { IconCornerUpLeft, IconPhoto } from '@tabler/icons-react';
import { formatRelative, MINUTE_MS } from '../../lib/format/times.ts';
import { useNow } from '../../lib/browser/use-countdown.ts';
import { UserStatusBadge } from '../../ui/data/status-badge.tsx';
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { RequestOf } from '../../lib/api/call.ts';
import { pages, queryKey } from '../../lib/api/query.ts';
import { useLiveEvent } from '../../lib/live/live-events.ts';

// Parts of other features, beside what this one shows.
const Notes = lazy(async () => ({ default: (await import('../timelines/notes.tsx')).Notes }));
const UserOverview = lazy(async () => ({
  default: (await import('../timelines/about-user.tsx')).UserOverview,
}));

const USER_ID = /^\d{1,18}$/;

/** The conversations, and beside them the open one; on phones one of the two. */
export function Inbox() {
  const { t } = useTranslation('admin');
  const [userId, open] = useUrlParam('user', USER_ID);
  return (
    <div className={classes.inbox} data-open={userId !== null || undefined}>
      <ConversationList openedId={userId} onOpen={open} />
      {userId === null ? (
        <section className={classes.nothing}>
          <EmptyState picture={<SignalPicture />} text={t('support.choose')} />
        </section>
      ) : (
        <>
          <ConversationView key={userId} userId={userId} onBack={() => open(null)} />
          <Allowed to="readUserOverview">
            <aside className={classes.beside} aria-label={t('support.about')}>
              <Suspense>
                <UserOverview userId={userId} />
                <Notes key={userId} about="user" id={userId} />
              </Suspense>
            </aside>
          </Allowed>
        </>
      )}
    </div>
  );
}

type Choice = Pick<Filter, 'state' | 'assigned'>;
const CHOICES: Readonly<Record<string, Choice>> = {
  open: { state: 'open' },
  waiting: { state: 'waiting' },
  closed: { state: 'closed' },
  mine: { assigned: 'me' },
  nobodys: { assigned: 'nobody' },
};

function StateFilter({ state, onChange }: { state: string; onChange: (state: string) => void }) {
  const { t } = useTranslation('admin');
  return (
    <NativeSelect
      size="xs"
      aria-label={t('support.state.label')}
      data={[
        { value: '', label: t('support.state.any') },
        ...Object.keys(CHOICES).map((value) => ({ value, label: t(`support.state.${value as 'open'}`) })),
      ]}
      value={state}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

type ConversationListProps = { openedId: string | null; onOpen: (userId: string) => void };

/** All conversations: unread first, then by last activity. */
function ConversationList({ openedId, onOpen }: ConversationListProps) {
  const { t } = useTranslation('admin');
  const [search, setSearch] = useState('');
  const [show, setShow] = useState<'all' | 'unread'>('all');
  const [state, setState] = useState('');
  const { state: wanted, assigned } = CHOICES[state] ?? {};
  const found = useConversations({
    ...(search && { q: search }),
    ...(show === 'unread' && { unread: 'true' as const }),
    ...(wanted && { state: wanted }),
    ...(assigned && { assigned }),
  });
  const conversations = found.data?.pages.flatMap(({ items }) => items);
  const unread = found.data?.pages[0]?.unread_conversations;
  const isFiltered = search !== '' || show === 'unread' || state !== '';
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
        <StateFilter state={state} onChange={setState} />
      </div>
      <div className={classes.rows}>
        {found.isError && !conversations && (
          <LoadFailure error={found.error} onRetry={() => void found.refetch()} />
        )}
        {!conversations && !found.isError && <Skeleton height={260} m="md" width="auto" />}
        {conversations?.length === 0 && (
          <EmptyState text={t(isFiltered ? 'table.nothingFound' : 'support.nobody')} />
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

type ConversationRowProps = { conversation: Conversation; isOpen: boolean; onOpen: () => void };

/** One conversation: user, last message and unread count. */
function ConversationRow({
  conversation: { user, unread, last_message: last, state, assigned_to: assignee },
  isOpen,
  onOpen,
}: ConversationRowProps) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const now = useNow(MINUTE_MS);
  return (
    <button
      type="button"
      className={classes.row}
      aria-current={isOpen || undefined}
      data-unread={unread > 0 || undefined}
      onClick={onOpen}
    >
      <span className={classes.initial} aria-hidden>
        {Array.from(user.username)[0]?.toUpperCase()}
      </span>
      <span className={classes.name}>
        {user.username} {user.status !== 'active' && <UserStatusBadge status={user.status} />}
        {state === 'closed' && <span className={classes.closed}>{t('support.state.closed')}</span>}
        {assignee && <span className={classes.closed}>{assignee.username}</span>}
      </span>
      {last && (
        <time className={classes.at} dateTime={last.created_at}>
          {formatRelative(last.created_at, language, now)}
        </time>
      )}
      <span className={classes.last}>
        {last?.from === 'shop' && <IconCornerUpLeft size={14} aria-label={t('support.answered')} />}
        {last?.has_image ? (
          <>
            <IconPhoto size={15} stroke={1.7} aria-hidden /> {t('support.image')}
          </>
        ) : (
          <span className={classes.text}>{last?.text}</span>
        )}
      </span>
      {unread > 0 && (
        <span className={`${classes.unread} figures`}>
          <span className="visually-hidden">{t('support.unreadMessages')} </span>
          {unread}
        </span>
      )}
    </button>
  );
}

type Filter = Pick<
  NonNullable<RequestOf<'listConversations'>['query']>,
  'q' | 'unread' | 'state' | 'assigned'
>;

const PAGE_SIZE = 30;

/** The conversations, loaded page by page and updated live. */
function useConversations(filter: Filter) {
  const client = useQueryClient();
  useLiveEvent('conversation', () => {
    void client.invalidateQueries({ queryKey: queryKey('listConversations') });
  });
  return useInfiniteQuery({
    ...pages('listConversations', { query: { ...filter, limit: PAGE_SIZE } }),
    placeholderData: keepPreviousData,
  });
}
