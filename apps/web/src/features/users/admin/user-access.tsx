import type { UserDetails, UserStatus } from '@portside/contract';
import { useTranslation } from '../../../locales/use-translation.ts';
import { call } from '../../../lib/api/call.ts';
import { Allowed } from '../../../ui/layout/allowed.tsx';
import { ConfirmButton } from '../../../ui/buttons/confirm-button.tsx';
import classes from './user-sheet.module.css';
import { UserAgent } from './user-agent.tsx';
import { UserRole } from './user-role.tsx';
import { UserSessions } from './user-sessions.tsx';
import { useProposalToast } from './use-proposal-toast.ts';
import { useUsersChanged } from './use-users-changed.ts';

/** A user's status, role, agent, second factor and sessions. */
export function UserAccess({ user }: { user: UserDetails }) {
  const { t } = useTranslation('admin');
  const changed = useUsersChanged();
  const showProposal = useProposalToast();
  const params = { id: user.id };
  const setStatus = async (status: UserStatus) => {
    showProposal(await call('setUserStatus', { params, body: { status } }));
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
        {user.status === 'frozen' && statusButton('active', 'green')}
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
              showProposal(await call('resetTwoFactor', { params }));
              await changed();
            }}
          >
            {t('users.do.twoFactor')}
          </ConfirmButton>
        </Allowed>
      )}
      <UserSessions id={user.id} name={user.username} />
    </>
  );
}
