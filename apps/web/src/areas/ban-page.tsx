import { Button } from '@mantine/core';
import { IconBrandTelegram, IconMail } from '@tabler/icons-react';
import { useTranslation } from '../locales/use-translation.ts';
import { useSessionActions, findBlockedPass } from '../features/sessions/use-session.ts';
import { BlockedConversation } from '../features/support/blocked-conversation.tsx';
import { useContacts } from '../features/support/support-contact.tsx';
import { Link } from 'wouter';
import { useStored } from '../lib/stored/stored-state.ts';
import { telegramLink } from '../lib/format/links.ts';
import { useThrottledAction } from '../lib/browser/use-throttled-action.ts';
import { AnchorPicture } from '../ui/pictures/pictures.tsx';
import { ThrottledButton } from '../ui/buttons/throttled-button.tsx';
import classes from './pages.module.css';
import { usePunctuation } from '../locales/punctuation.ts';

/**
 * For blocked people: what that means, and their conversation with support, which the pass of their refused sign-in or
 * the session from before opens. Names the contacts that the shop has; without one, its e-mails can be replied to.
 */
export function Page() {
  const { t } = useTranslation('service');
  const { sentences } = usePunctuation();
  const token = useStored((s) => s.token);
  const proof = token ?? findBlockedPass();
  const { telegram, email } = useContacts();
  const hasContact = Boolean(telegram ?? email);
  return (
    <div className={classes.banPagePage}>
      <div className={classes.head}>
        <AnchorPicture size={100} />
        <h1 className={classes.title}>{t('banned.title')}</h1>
        <p className={classes.banPageText}>
          {sentences(
            t('banned.text'),
            proof !== null && t(hasContact ? 'banned.review' : 'banned.reviewHere'),
          )}
        </p>
        {!hasContact && <p className={classes.banPageText}>{t('banned.reply')}</p>}
        <Contacts telegram={telegram} email={email} isSignedIn={proof !== null} />
      </div>
      {proof === null ? (
        <section className={classes.signIn}>
          <p className={classes.banPageText}>{t('banned.signInFirst')}</p>
          <Button component={Link} to="/login">
            {t('banned.signIn')}
          </Button>
        </section>
      ) : (
        <BlockedConversation key={proof} proof={proof} hasSession={token !== null} />
      )}
    </div>
  );
}

function Contacts({
  telegram,
  email,
  isSignedIn,
}: ReturnType<typeof useContacts> & { readonly isSignedIn: boolean }) {
  const { t } = useTranslation(['service', 'translation']);
  const { signOut } = useSessionActions();
  const leave = useThrottledAction(signOut);
  return (
    <div className={classes.action}>
      {telegram && (
        <Button
          component="a"
          href={telegramLink(telegram)}
          target="_blank"
          rel="noreferrer"
          variant="light"
          leftSection={<IconBrandTelegram size={18} />}
        >
          {t('banned.support')}
        </Button>
      )}
      {email && (
        <Button component="a" href={`mailto:${email}`} variant="light" leftSection={<IconMail size={18} />}>
          {t('support.contact.email')}
        </Button>
      )}
      {isSignedIn && (
        <ThrottledButton action={leave} variant="default">
          {t('translation:sessions.signOut')}
        </ThrottledButton>
      )}
    </div>
  );
}
