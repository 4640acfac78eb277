import { Menu, UnstyledButton } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useStored } from '../../lib/stored/stored-state.ts';
import { useThrottledAction } from '../../lib/throttled-action.ts';
import classes from './account-menu.module.css';
import { useSessionActions } from './use-session-actions.ts';

/** Who is signed in, and the way out. */
export function AccountMenu() {
  const { t } = useTranslation();
  const user = useStored((s) => s.user);
  const { signOut } = useSessionActions();
  const leave = useThrottledAction(signOut);
  if (!user) return null;

  return (
    <Menu position="bottom-end" width={230} shadow="md">
      <Menu.Target>
        <UnstyledButton className={classes.avatar} aria-label={t('shell.menu')}>
          {user.username.slice(0, 1).toUpperCase()}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.who}>
          <strong>{user.username}</strong>
          <span>{user.email}</span>
        </div>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => void leave.run()}>
          {t('sessions.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
