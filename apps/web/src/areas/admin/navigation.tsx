import { useTranslation } from '../../locales/use-translation.ts';
import { UnreadConversations } from '../../features/support/admin/unread-conversations.tsx';
import { NavLink } from '../../lib/router/link.tsx';
import { useStored } from '../../lib/stored/stored-state.ts';
import classes from './navigation.module.css';
import { allowedPages } from './pages.ts';
import { tabPath } from './tabs.ts';

/** The pages that the reader's role opens. */
export function Navigation({ onChoose }: { onChoose?: () => void }) {
  const { t } = useTranslation('admin');
  const tabs = useStored((s) => s.tagsView);
  const menus = useStored((s) => s.permissions.menus);
  return (
    <nav className={classes.list} aria-label={t('frame.navigation')}>
      {allowedPages(menus).map(({ path, title, icon: Icon }) => (
        <NavLink key={path} to={tabPath(tabs, path)} className={classes.link} onClick={onChoose}>
          <Icon size={19} stroke={1.7} aria-hidden />
          {t(title)}
          {path === '/admin/support' && <UnreadConversations />}
        </NavLink>
      ))}
    </nav>
  );
}
