import { IconSettings, IconSpeakerphone } from '@tabler/icons-react';
import { useTranslation } from '../locales/use-translation.ts';
import { useIsAgent } from '../features/agents/use-agent.ts';
import { Link } from 'wouter';
import { useStored } from '../lib/stored/stored-state.ts';

/** Menu links for admins and agents; empty for everyone else. */
export default function RoleMenuLinks({ area }: { area: '/client' | '/mobile' }) {
  const { t } = useTranslation();
  const mayEnter = useStored((s) => s.user?.isAdmin === true && s.permissions.menus.length > 0);
  const { data: isAgent } = useIsAgent();
  return (
    <>
      {mayEnter && (
        <Link to="/admin">
          <IconSettings size={17} stroke={1.7} />
          {t('shell.nav.backOffice')}
        </Link>
      )}
      {isAgent && (
        <Link to={`${area}/agent`}>
          <IconSpeakerphone size={17} stroke={1.7} />
          {t('shell.nav.agent')}
        </Link>
      )}
    </>
  );
}
