import type { ReactNode } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { formatUsdtBalance } from '../../lib/format/format-money.ts';
import { formatDateTime } from '../../lib/format/format-time.ts';
import { useStored } from '../../lib/stored/stored-state.ts';
import { useLanguage } from '../../locales/use-language.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import classes from './profile.module.css';
import { UserStatusBadge } from '../../ui/data/user-status-badge.tsx';

type Props = {
  /** Rendered beside the e-mail address. */
  atEmail: ReactNode;
};

/** The signed-in user's profile data. */
export function Profile({ atEmail }: Props) {
  const { t } = useTranslation('service');
  const language = useLanguage();
  const user = useStored((s) => s.user);
  if (!user) return null;
  return (
    <Panel title={t('profile.title')}>
      <div className={classes.head}>
        <span className={classes.initial} aria-hidden>
          {Array.from(user.username)[0]?.toUpperCase()}
        </span>
        <div>
          <div className={classes.label}>{t('profile.balance')}</div>
          <div className={`${classes.balance} figures`}>
            {formatUsdtBalance(user.balance, language)} <span className={classes.unit}>USDT</span>
          </div>
        </div>
      </div>
      <dl className={classes.facts}>
        <dt>{t('profile.username')}</dt>
        <dd>{user.username}</dd>
        <dt>{t('profile.email')}</dt>
        <dd className={classes.email}>
          <span>{user.email}</span>
          {atEmail}
        </dd>
        <dt>{t('profile.since')}</dt>
        <dd>{formatDateTime(user.created_at, language)}</dd>
        <dt>{t('profile.status')}</dt>
        <dd>
          <UserStatusBadge status={user.status} />
        </dd>
      </dl>
    </Panel>
  );
}
