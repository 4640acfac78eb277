import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../../locales/use-translation.ts';
import { call } from '../../../lib/api/call.ts';
import { itemsOf } from '../../../lib/api/items-of.ts';
import { query } from '../../../lib/api/query.ts';
import { formatDateTime } from '../../../lib/format/format-time.ts';
import { useLanguage } from '../../../locales/use-language.ts';
import { Allowed } from '../../../ui/layout/allowed.tsx';
import { ConfirmButton } from '../../../ui/buttons/confirm-button.tsx';
import { LoadFailure } from '../../../ui/messages/load-failure.tsx';
import classes from './user-sheet.module.css';
import { useProposalToast } from './use-proposal-toast.ts';
import { useUsersChanged } from './use-users-changed.ts';

/** A user's sessions. */
export function UserSessions({ id, name }: { id: string; name: string }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const changed = useUsersChanged();
  const showProposal = useProposalToast();
  const params = { id };
  const {
    data: sessions,
    error,
    isError,
    refetch,
  } = useQuery({ ...query('listUserSessions', { params }), select: itemsOf });
  return (
    <section className={classes.form}>
      <h3 className={classes.heading}>{t('users.sessions')}</h3>
      {isError && !sessions && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {!sessions && !isError && <Skeleton height={60} />}
      <ul className={classes.sessions}>
        {sessions?.map((session) => (
          <li key={session.id}>
            <span>{session.user_agent || '–'}</span>
            <span className={classes.quiet}>
              {session.address} · {formatDateTime(session.last_seen_at, language)}
            </span>
          </li>
        ))}
      </ul>
      {sessions?.length === 0 && <p className={classes.quiet}>{t('users.noSessions')}</p>}
      {sessions && sessions.length > 0 && (
        <Allowed to="revokeUserSessions">
          <ConfirmButton
            variant="default"
            question={t('users.ask.signOut', { name })}
            onConfirm={async () => {
              showProposal(await call('revokeUserSessions', { params }));
              await changed();
            }}
          >
            {t('users.do.signOut')}
          </ConfirmButton>
        </Allowed>
      )}
    </section>
  );
}
