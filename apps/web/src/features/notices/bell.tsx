import { IconBell } from '@tabler/icons-react';
import { currentArea } from '../../lib/browser/current-area.ts';
import { useLiveEvent } from '../../lib/live/live-events.ts';
import { updateStored, useStored } from '../../lib/stored/stored-state.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { CountedLink } from '../../ui/layout/nav-link.tsx';

/**
 * The way to what the shop has told the user, with how much of it is unread. `isQuiet`: only while something is, for
 * headers without much room.
 */
export function Bell({ isQuiet = false }: { isQuiet?: boolean }) {
  const { t } = useTranslation();
  const unread = useStored((s) => (s.token === null ? null : s.notices));
  useLiveEvent('notices', ({ unread: notices }) => updateStored({ notices }));
  if (unread === null || (isQuiet && unread === 0)) return null;
  const name = t('shell.notices', { count: unread });
  return (
    <CountedLink
      to={`${currentArea()}/notices`}
      title={name}
      icon={<IconBell size={20} stroke={1.7} aria-hidden />}
      name={name}
      count={unread}
    />
  );
}
