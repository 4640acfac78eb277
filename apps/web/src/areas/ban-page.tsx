import { Button } from '@mantine/core';
import { IconBrandTelegram, IconMail } from '@tabler/icons-react';
import { useTranslation } from '../locales/use-translation.ts';
import { useSessionActions } from '../features/sessions/use-session-actions.ts';
import { useContacts } from '../features/support/use-contacts.ts';
import { Link } from '../lib/router/link.tsx';
import { telegramLink } from '../lib/telegram-link.ts';
import { useThrottledAction } from '../lib/browser/use-throttled-action.ts';
import { Notice } from '../ui/messages/notice.tsx';
import { AnchorPicture } from '../ui/pictures/anchor.tsx';
import { ThrottledButton } from '../ui/buttons/throttled-button.tsx';

/** Names the contacts that the shop has; without one, its e-mails can be replied to, and its guide says how to get help. */
export function Page() {
  const { t } = useTranslation();
  const { telegram, email } = useContacts();
  const { signOut } = useSessionActions();
  const leave = useThrottledAction(signOut);
  return (
    <Notice
      picture={<AnchorPicture />}
      title={t('sessions.banned.title')}
      text={
        <>
          {t('sessions.banned.text')}{' '}
          {t(telegram || email ? 'sessions.banned.review' : 'sessions.banned.reply')}
        </>
      }
      action={
        <>
          {telegram && (
            <Button
              component="a"
              href={telegramLink(telegram)}
              target="_blank"
              rel="noreferrer"
              leftSection={<IconBrandTelegram size={18} />}
            >
              {t('sessions.banned.support')}
            </Button>
          )}
          {email && (
            <Button
              component="a"
              href={`mailto:${email}`}
              variant={telegram ? 'light' : 'filled'}
              leftSection={<IconMail size={18} />}
            >
              {t('sessions.banned.email')}
            </Button>
          )}
          {!telegram && !email && (
            <Button component={Link} to="/docs/support">
              {t('shell.guides.support')}
            </Button>
          )}
          <ThrottledButton action={leave} variant="default">
            {t('sessions.banned.signOut')}
          </ThrottledButton>
        </>
      }
    />
  );
}
