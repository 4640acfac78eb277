import { Button, Skeleton, Textarea } from '@mantine/core';
import type { SupportMessage } from '@portside/contract';
import { useQuery } from '@tanstack/react-query';
import { type Dispatch, type SetStateAction, useState } from 'react';
import { isRefusal } from '../../lib/api/api-error.ts';
import { call } from '../../lib/api/call.ts';
import { useUnsaved } from '../../lib/browser/unsaved.ts';
import { withoutSent } from '../../lib/format/without-sent.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { Link } from 'wouter';
import { useTranslation } from '../../locales/use-translation.ts';
import { ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import { FailedState } from '../../ui/messages/empty-state.tsx';
import classes from './support.module.css';
import { MessageList } from './message-list.tsx';

const LONGEST_MESSAGE = 2_000;
const MOST_SHOWN = 200;
/** A blocked person has no live stream. */
const ASKED_EVERY_MS = 10_000;

type Props = {
  /** The pass of a refused sign-in, or the token of a session from before. */
  proof: string;
  hasSession: boolean;
};

/** A blocked person's conversation with the shop: text only, until the proof ends or they are blocked no more. */
export function BlockedConversation({ proof, hasSession }: Props) {
  const { t } = useTranslation('service');
  const [text, setText] = useState('');
  useUnsaved(() => text.trim() !== '');
  const found = useQuery({
    queryKey: ['listMessagesWhileBlocked', proof],
    queryFn: ({ signal }) =>
      call(
        'listMessagesWhileBlocked',
        { query: { limit: MOST_SHOWN } },
        { token: proof, isQuiet: true, signal },
      ),
    refetchInterval: ({ state }) => (isRefusal(state.error, 'notSignedIn') ? false : ASKED_EVERY_MS),
  });
  if (isRefusal(found.error, 'notSignedIn')) return <Ended hasSession={hasSession} unsent={text} />;
  const messages = found.data?.items.map((one) => withoutImage(one, t('banned.image'))).toReversed();
  return (
    <section className={classes.blockedConversationPanel} aria-label={t('support.conversation')}>
      <div
        className={classes.blockedConversationScroll}
        // Focusable, so that a keyboard can scroll it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        role="log"
        aria-label={t('support.messages')}
      >
        {messages === undefined &&
          (found.isError ? (
            <FailedState onRetry={() => void found.refetch()} />
          ) : (
            <Skeleton height={60} radius="lg" />
          ))}
        {messages && messages.length > 0 && <MessageList messages={messages} reader="user" />}
      </div>
      <Form proof={proof} text={text} setText={setText} onSent={() => void found.refetch()} />
    </section>
  );
}

type FormProps = {
  proof: string;
  text: string;
  setText: Dispatch<SetStateAction<string>>;
  onSent: () => void;
};

function Form({ proof, text, setText, onSent }: FormProps) {
  const { t } = useTranslation('service');
  const action = useThrottledAction(async () => {
    // Refetching says that the proof has ended.
    await call('sendMessageWhileBlocked', { body: { text } }, { token: proof, quietFor: ['notSignedIn'] })
      .then(() => setText((now) => withoutSent(now, text)))
      .finally(onSent);
  });
  const isEmpty = text.trim() === '';
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isEmpty) void action.run();
      }}
    >
      <Textarea
        label={t('banned.write')}
        placeholder={t('banned.placeholder')}
        description={t('banned.sent')}
        autosize
        minRows={3}
        maxRows={10}
        maxLength={LONGEST_MESSAGE}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <ThrottledButton type="submit" action={action} disabled={isEmpty} className={classes.send}>
        {t('banned.send')}
      </ThrottledButton>
    </form>
  );
}

type EndedProps = Pick<Props, 'hasSession'> & {
  /** What was being written, to be copied. */
  unsent: string;
};

/** The proof has expired or its user is no longer blocked; an earlier session then simply continues. */
function Ended({ hasSession, unsent }: EndedProps) {
  const { t } = useTranslation('service');
  return (
    <section className={classes.ended}>
      <p>{t('banned.ended')}</p>
      {unsent.trim() !== '' && (
        <Textarea
          label={t('banned.write')}
          autosize
          maxRows={10}
          readOnly
          value={unsent}
          w="100%"
          ta="start"
        />
      )}
      <div className={classes.ways}>
        {hasSession && (
          <Button component={Link} to="/">
            {t('banned.toShop')}
          </Button>
        )}
        <Button component={Link} to="/login" variant={hasSession ? 'default' : 'filled'}>
          {t('banned.signIn')}
        </Button>
      </div>
    </section>
  );
}

/** Pictures need a session. */
const withoutImage = (message: SupportMessage, words: string): SupportMessage =>
  message.has_image && !message.image_deleted ? { ...message, has_image: false, text: words } : message;
