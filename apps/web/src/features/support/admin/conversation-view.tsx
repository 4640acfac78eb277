import { ActionIcon, Button, Skeleton } from '@mantine/core';
import type { Conversation } from '@portside/contract';
import { IconArrowLeft } from '@tabler/icons-react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { call } from '../../../lib/api/call.ts';
import { Allowed } from '../../../ui/layout/allowed.tsx';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import { EmptyState } from '../../../ui/messages/empty-state.tsx';
import { LoadFailure } from '../../../ui/messages/load-failure.tsx';
import { Composer } from '../composer.tsx';
import { MessageList } from '../message-list.tsx';
import classes from './inbox.module.css';
import { UserStatusBadge } from '../../../ui/data/user-status-badge.tsx';
import { useMarkRead, useRefresh, useUserConversation } from './use-user-conversation.ts';

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
      <Head conversation={conversation} onBack={onBack} />
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
          {messages && <MessageList messages={messages} reader="shop" />}
        </div>
      </div>
      {(conversation || !found.isError) && (
        <Allowed to="answerConversation">
          <Composer
            sendText={(text) => call('answerConversation', { params, body: { text } }).then(refresh)}
            sendImage={(image) => call('answerWithImage', { params, image }).then(refresh)}
          />
        </Allowed>
      )}
    </section>
  );
}

function Head({ conversation, onBack }: { conversation: Conversation | undefined; onBack: () => void }) {
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
        <strong>{conversation?.user.username ?? t('support.conversation')}</strong>
        <span>{conversation?.user.email ?? ' '}</span>
      </div>
      {conversation && conversation.user.status !== 'active' && (
        <UserStatusBadge status={conversation.user.status} />
      )}
      {conversation && (
        <span className={classes.reference}>
          <code>{conversation.reference}</code>
          <CopyButton text={conversation.reference} name={t('support.copyReference')} />
        </span>
      )}
    </header>
  );
}
