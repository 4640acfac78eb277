import type { Conversation } from '@portside/contract';
import { IconCornerUpLeft, IconPhoto } from '@tabler/icons-react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { formatRelative } from '../../../lib/format/format-time.ts';
import { useNow } from '../../../lib/browser/use-now.ts';
import { useLanguage } from '../../../locales/use-language.ts';
import classes from './conversation-row.module.css';
import { UserStatusBadge } from '../../../ui/data/user-status-badge.tsx';

const MINUTE_MS = 60_000;

type Props = { conversation: Conversation; isOpen: boolean; onOpen: () => void };

/** One conversation: user, last message and unread count. */
export function ConversationRow({
  conversation: { user, unread, last_message: last },
  isOpen,
  onOpen,
}: Props) {
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
