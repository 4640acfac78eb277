import { Button, Skeleton } from '@mantine/core';
import { useTranslation } from '../../locales/use-translation.ts';
import { call } from '../../lib/api/call.ts';
import { EmptyState, FailedState } from '../../ui/messages/empty-state.tsx';
import { Composer } from './composer.tsx';
import classes from './support.module.css';
import { MessageList, SignalPicture } from './message-list.tsx';
import { useConversation, useKeepMessage, useMarkSupportRead } from './use-conversation.ts';
import { useSupport } from './support-contact.tsx';

/** The buyer's conversation with the shop, and the message field. */
export function ConversationPanel() {
  const { t } = useTranslation('service');
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useConversation();
  const messages = data?.pages.flatMap(({ items }) => items).toReversed();
  const support = useSupport();
  const keep = useKeepMessage();
  useMarkSupportRead(messages);
  return (
    <section className={classes.panel} aria-label={t('support.conversation')}>
      {/* Focusable, so that a keyboard can scroll it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={classes.scroll} tabIndex={0} role="log" aria-label={t('support.messages')}>
        <div className={classes.content}>
          {hasNextPage && (
            <Button
              variant="subtle"
              size="xs"
              className={classes.more}
              loading={isFetchingNextPage}
              onClick={() => void fetchNextPage()}
            >
              {t('support.earlier')}
            </Button>
          )}
          {isError && !messages ? (
            <FailedState onRetry={() => void refetch()} />
          ) : !messages ? (
            <Skeletons />
          ) : messages.length === 0 ? (
            <EmptyState
              picture={<SignalPicture />}
              title={t('support.empty.title')}
              text={t('support.empty.text')}
            />
          ) : (
            <MessageList messages={messages} reader="user" />
          )}
        </div>
      </div>
      <Composer
        takesImages={support.data?.may_send_images ?? true}
        sendText={async (text) => keep(await call('sendSupportMessage', { body: { text } }))}
        sendImage={async (image) => keep(await call('sendSupportImage', { image }))}
      />
    </section>
  );
}

const Skeletons = () => (
  <div className={classes.skeletons} aria-busy>
    <Skeleton height={40} width="46%" radius="lg" />
    <Skeleton height={60} width="58%" radius="lg" ml="auto" />
    <Skeleton height={40} width="38%" radius="lg" />
  </div>
);
