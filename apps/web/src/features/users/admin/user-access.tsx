import type { KnownUser, UserStatus } from '@portside/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/call.ts';
import { itemsOf } from '../../../lib/api/items-of.ts';
import { query } from '../../../lib/api/query.ts';
import { formatDateTime } from '../../../lib/format-time.ts';
import { useLanguage } from '../../../locales/use-language.ts';
import { Allowed } from '../../../ui/allowed.tsx';
import { ConfirmButton } from '../../../ui/confirm-button.tsx';
import classes from './user-desk.module.css';
import { UserAgent } from './user-agent.tsx';
import { UserRole } from './user-role.tsx';
import { useUsersChanged } from './use-users-changed.ts';

/** What a user may do: freeze, role, agent, second factor, and where they are signed in. */
export function UserAccess({ user }: { user: KnownUser }) {
  const { t } = useTranslation('admin');
  const changed = useUsersChanged();
  const params = { id: user.id };
  const setStatus = async (status: UserStatus) => {
    await call('setUserStatus', { params, body: { status } });
    await changed();
  };
  const statusButton = (status: UserStatus, color: string) => (
    <Allowed to="setUserStatus">
      <ConfirmButton
        variant="light"
        color={color}
        question={t(`users.ask.${status}`, { name: user.username })}
        onConfirm={() => setStatus(status)}
      >
        {t(`users.do.${status}`)}
      </ConfirmButton>
    </Allowed>
  );
  return (
    <>
      <div className={classes.line}>
        {user.status !== 'active' && statusButton('active', 'green')}
        {user.status === 'active' && statusButton('frozen', 'red')}
        {user.status !== 'closed' && statusButton('closed', 'gray')}
      </div>
      <UserRole user={user} />
      <UserAgent user={user} />
      {user.two_factor && (
        <Allowed to="resetTwoFactor">
          <ConfirmButton
            variant="light"
            color="red"
            question={t('users.ask.twoFactor', { name: user.username })}
            onConfirm={async () => {
              await call('resetTwoFactor', { params });
              await changed();
            }}
          >
            {t('users.do.twoFactor')}
          </ConfirmButton>
        </Allowed>
      )}
      <Sessions id={user.id} name={user.username} />
    </>
  );
}

function Sessions({ id, name }: { id: string; name: string }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const changed = useUsersChanged();
  const params = { id };
  const { data: sessions } = useQuery({ ...query('listUserSessions', { params }), select: itemsOf });
  return (
    <section className={classes.form}>
      <h3 className={classes.heading}>{t('users.sessions')}</h3>
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
              await call('revokeUserSessions', { params });
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
