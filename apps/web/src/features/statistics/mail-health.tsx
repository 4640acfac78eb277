import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../locales/use-translation.ts';
import { query } from '../../lib/api/query.ts';
import { formatRelative } from '../../lib/format/format-time.ts';
import { useNow } from '../../lib/browser/use-now.ts';
import { useLanguage } from '../../locales/use-language.ts';
import { LoadFailure } from '../../ui/messages/load-failure.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { StatusBadge } from '../../ui/data/status-badge.tsx';
import classes from './board-list.module.css';

const REFRESH_MS = 30_000;
const MINUTE_MS = 60_000;
/** E-mails are sent within seconds; a longer wait means a delay. */
const LONG_MS = 10 * MINUTE_MS;

/** State of outgoing e-mail. */
export function MailHealth() {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const now = useNow(MINUTE_MS);
  const { data, error, isError, refetch } = useQuery({
    ...query('readMailHealth'),
    refetchInterval: REFRESH_MS,
  });
  const since = data?.waits_since;
  const isHeldUp = !!data && (data.failing > 0 || (!!since && now - new Date(since).getTime() > LONG_MS));
  return (
    <Panel
      title={t('board.mail.title')}
      aside={
        data && (
          <StatusBadge tone={isHeldUp ? 'warn' : 'good'}>
            {t(isHeldUp ? 'board.mail.heldUp' : 'board.mail.goingOut')}
          </StatusBadge>
        )
      }
    >
      {isError && !data && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton height={90} />}
      {data && (
        <dl className={classes.facts}>
          <dt>{t('board.mail.waiting')}</dt>
          <dd className="figures">{data.waiting.toLocaleString(language)}</dd>
          <dt>{t('board.mail.failing')}</dt>
          <dd className="figures">{data.failing.toLocaleString(language)}</dd>
          {since && (
            <>
              <dt>{t('board.mail.since')}</dt>
              <dd>{formatRelative(since, language, now)}</dd>
            </>
          )}
          <dt>{t('board.mail.last')}</dt>
          <dd>{data.last_sent_at ? formatRelative(data.last_sent_at, language, now) : '–'}</dd>
        </dl>
      )}
    </Panel>
  );
}
