import { ActionIcon, Anchor, Button, NativeSelect, Skeleton } from '@mantine/core';
import type { Conversation, AnsweredMessage } from '@portside/contract';
import { IconArrowLeft } from '@tabler/icons-react';
import { useTranslation } from '../../locales/use-translation.ts';
import { call } from '../../lib/api/call.ts';
import { Allowed } from '../../ui/layout/allowed.tsx';
import { CopyButton } from '../../ui/buttons/copy-button.tsx';
import { EmptyState, LoadFailure } from '../../ui/messages/empty-state.tsx';
import { Composer } from './composer.tsx';
import { MessageList } from './message-list.tsx';
import classes from './inbox.module.css';
import { toastFailure } from '../../ui/messages/toasts.tsx';
import { UserStatusBadge } from '../../ui/data/status-badge.tsx';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { Link } from 'wouter';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { itemsOf, pages, query, queryKey } from '../../lib/api/query.ts';
import { useLiveEvent } from '../../lib/live/live-events.ts';
import { useIsPageVisible } from '../../lib/browser/screen.ts';

const ReplyPicker = lazy(() => import('../saved-replies/saved-replies.tsx'));

/** The conversation with one user, and the reply field. */
export function ConversationView({ userId, onBack }: { userId: string; onBack: () => void }) {
  const { t } = useTranslation('admin');
  const found = useUserConversation(userId);
  const refresh = useRefresh(userId);
  const conversation = found.data?.pages[0]?.conversation;
  const messages = found.data?.pages.flatMap(({ items }) => items).toReversed();
  useMarkRead(userId, conversation?.unread ?? 0, messages);
  const params = { user_id: userId };
  return (
    <section className={classes.desk} aria-label={t('support.conversation')}>
      <Head conversation={conversation} seenId={messages?.at(-1)?.id} onBack={onBack} />
      {/* Focusable, so that a keyboard can scroll it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={classes.scroll} tabIndex={0} role="log" aria-label={t('support.messages')}>
        <div className={classes.content}>
          {found.hasNextPage && (
            <Button
              variant="subtle"
              size="xs"
              className={classes.earlier}
              loading={found.isFetchingNextPage}
              onClick={() => void found.fetchNextPage()}
            >
              {t('support.earlier')}
            </Button>
          )}
          {found.isError && !messages && (
            <LoadFailure error={found.error} onRetry={() => void found.refetch()} />
          )}
          {!messages && !found.isError && <Skeleton height={180} />}
          {messages?.length === 0 && <EmptyState text={t('support.nothingSaid')} />}
          {messages && <MessageList messages={messages} reader="shop" renderText={linkNumbers} />}
        </div>
      </div>
      {(conversation || !found.isError) && (
        <Allowed to="answerConversation">
          <Composer
            renderTools={(put) => (
              <Suspense>
                <ReplyPicker userId={userId} onPick={put} />
              </Suspense>
            )}
            sendText={(text) => call('answerConversation', { params, body: { text } }).then(refresh)}
            sendImage={(image) => call('answerWithImage', { params, image }).then(refresh)}
          />
        </Allowed>
      )}
    </section>
  );
}

const NUMBERS = /(RECH\d{17}|\b\d{15}[0-9A-Z]{8}\b|\b(?:0x)?[0-9a-f]{64}\b)/g;

/** Numbers of orders and top-ups, and hashes, lead to what they name. */
function linkNumbers(text: string): ReactNode {
  return text.split(NUMBERS).map((part, at) => {
    if (at % 2 === 0) return part;
    const path = part.startsWith('RECH')
      ? `/admin/recharge?open=${part}`
      : part.length === 23
        ? `/admin/order?open=${part}`
        : `/admin/recharge?tab=deposits&tx_hash=${part}`;
    return (
      // Parts never move.
      // oxlint-disable-next-line react/no-array-index-key
      <Anchor key={at} component={Link} inherit underline="always" to={path} className={classes.number}>
        {part}
      </Anchor>
    );
  });
}

const NOBODY = '';

type CareProps = {
  conversation: Conversation;
  /** The last message that is shown. */
  seenId: string | undefined;
};

/** Who looks after it, and whether it is done. */
function Care({ conversation, seenId }: CareProps) {
  const { t } = useTranslation('admin');
  const refresh = useRefresh(conversation.user.id);
  const { data: colleagues = [] } = useQuery({ ...query('listSupportColleagues'), select: itemsOf });
  const assignee = conversation.assigned_to;
  // They may have lost the right to answer since.
  const isFormer = assignee !== null && colleagues.every(({ id }) => id !== assignee.id);
  const params = { user_id: conversation.user.id };
  const assign = useThrottledAction(async (chosen: string) => {
    await call('assignConversation', { params, body: chosen === NOBODY ? {} : { assignee: chosen } });
    await refresh();
  });
  const isClosed = conversation.state === 'closed';
  const close = useThrottledAction(async () => {
    const body = { closed: !isClosed, ...(seenId !== undefined && { up_to: seenId }) };
    const { state } = await call('closeConversation', { params, body });
    await refresh();
    if (!isClosed && state !== 'closed') toastFailure('support.notClosed', t('support.notClosed'));
  });
  return (
    <Allowed to="assignConversation">
      <NativeSelect
        size="xs"
        aria-label={t('support.assignee')}
        data={[
          { value: NOBODY, label: t('support.nobodyAssigned') },
          ...[...(isFormer ? [assignee] : []), ...colleagues].map(({ id, username }) => ({
            value: id,
            label: username,
          })),
        ]}
        value={assignee?.id ?? NOBODY}
        onChange={({ currentTarget }) => void assign.run(currentTarget.value)}
      />
      <Button size="xs" variant="default" loading={close.isRunning} onClick={() => void close.run()}>
        {t(isClosed ? 'support.reopen' : 'support.close')}
      </Button>
    </Allowed>
  );
}

type HeadProps = Pick<CareProps, 'seenId'> & { conversation: Conversation | undefined; onBack: () => void };

function Head({ conversation, seenId, onBack }: HeadProps) {
  const { t } = useTranslation('admin');
  return (
    <header className={classes.head}>
      <ActionIcon
        className={classes.back}
        variant="subtle"
        color="gray"
        aria-label={t('support.back')}
        onClick={onBack}
      >
        <IconArrowLeft size={20} />
      </ActionIcon>
      <div className={classes.who}>
        <strong>
          {conversation ? (
            <Anchor component={Link} inherit to={`/admin/user?open=${conversation.user.id}`}>
              {conversation.user.username}
            </Anchor>
          ) : (
            t('support.conversation')
          )}
        </strong>
        <span>{conversation?.user.email ?? ' '}</span>
      </div>
      {conversation && conversation.user.status !== 'active' && (
        <UserStatusBadge status={conversation.user.status} />
      )}
      {conversation && (
        <span className={classes.reference}>
          <code translate="no">{conversation.reference}</code>
          <CopyButton text={conversation.reference} name={t('support.copyReference')} />
        </span>
      )}
      {conversation && <Care conversation={conversation} seenId={seenId} />}
    </header>
  );
}

const PAGE_SIZE = 30;

const pagesOf = (userId: string) =>
  pages('readConversation', { params: { user_id: userId }, query: { limit: PAGE_SIZE } });

/** One user's conversation, newest first, updated live. */
function useUserConversation(userId: string) {
  const refresh = useRefresh(userId);
  useLiveEvent('conversation', ({ user_id: moved }) => {
    if (moved === userId) void refresh();
  });
  return useInfiniteQuery(pagesOf(userId));
}

/** Refetches the conversation and the list. */
function useRefresh(userId: string): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    const keys = [pagesOf(userId).queryKey, queryKey('listConversations')];
    await Promise.all(keys.map((key) => client.invalidateQueries({ queryKey: key })));
  };
}

/** Marks the user's messages as read once the page is visible. */
function useMarkRead(userId: string, unread: number, messages: readonly AnsweredMessage[] | undefined): void {
  const isSeen = useIsPageVisible();
  const newest = messages?.findLast(({ from }) => from === 'user')?.id;
  useEffect(() => {
    if (!isSeen || unread === 0 || newest === undefined) return;
    const request = { params: { user_id: userId }, body: { up_to: newest } };
    // Operators who may not reply leave it unread for those who may.
    void call('markConversationRead', request, { isQuiet: true }).catch(() => undefined);
  }, [isSeen, unread, newest, userId]);
}
