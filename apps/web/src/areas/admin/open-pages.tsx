import { IconX } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import { storedState, updateStored, useStored } from '../../lib/stored/stored-state.ts';
import classes from './open-pages.module.css';
import { allowedPages } from './pages.ts';
import { openTab, tabAfterClosing } from './tabs.ts';

/** The open pages as tabs: each remembers the filter it was left with. */
export function OpenPages() {
  const { t } = useTranslation('admin');
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const tabs = useStored((s) => s.tagsView);
  const menus = useStored((s) => s.permissions.menus);
  const pages = allowedPages(menus);

  useEffect(() => {
    updateStored({ tagsView: openTab(storedState().tagsView, pathname + search) });
  }, [pathname, search]);

  const close = (path: string) => {
    const next = tabAfterClosing(tabs, path, pathname);
    updateStored({ tagsView: tabs.filter((tab) => tab.path !== path) });
    if (next !== undefined) void navigate(next);
  };

  return (
    <nav className={classes.tabs} aria-label={t('frame.tabs')}>
      {tabs.map(({ path }) => {
        const [address = ''] = path.split('?');
        const page = pages.find((one) => one.path === address);
        if (!page) return null;
        const title = t(page.title);
        return (
          <span key={address} className={classes.tab} data-current={address === pathname || undefined}>
            <Link to={path} aria-current={address === pathname ? 'page' : undefined}>
              {title}
            </Link>
            {tabs.length > 1 && (
              <button
                type="button"
                aria-label={t('frame.closeTab', { page: title })}
                onClick={() => close(path)}
              >
                <IconX size={13} />
              </button>
            )}
          </span>
        );
      })}
    </nav>
  );
}
