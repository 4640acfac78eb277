import { useTranslation } from '../../locales/use-translation.ts';
import classes from './unread-badge.module.css';
import { useUnreadAnswers } from './use-unread-answers.ts';

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
