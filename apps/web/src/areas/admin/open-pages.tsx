import { IconX, IconChevronDown } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { storedState, updateStored, useStored } from '../../lib/stored/stored-state.ts';
import { useEntry, useNavigate } from '../../lib/site-location.tsx';
import { Link } from 'wouter';
import classes from './layout.module.css';
import { allowedPages, openTab, tabAfterClosing, withoutOthers } from './pages.ts';
import { Dropdown, DropdownItem } from '../../ui/buttons/dropdown.tsx';

/** The open pages as tabs; each remembers its filters. */
export function OpenPages() {
  const { t } = useTranslation('admin');
  const { pathname, search } = useEntry();
  const navigate = useNavigate();
  const row = useRef<HTMLElement>(null);
  const tabs = useStored((s) => s.tagsView);
  const menus = useStored((s) => s.permissions.menus);
  const pages = allowedPages(menus);
  const shown = tabs.flatMap(({ path }) => {
    const address = path.split('?')[0]!;
    const page = pages.find((one) => one.path === address);
    return page ? [{ path, title: t(page.title), isCurrent: address === pathname }] : [];
  });
  const current = shown.findIndex(({ isCurrent }) => isCurrent);

  useEffect(() => {
    updateStored({ tagsView: openTab(storedState().tagsView, pathname + search) });
  }, [pathname, search]);

  // Keeps the current tab visible where not all of them fit.
  useEffect(() => {
    row.current?.children[current]?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [current]);

  const close = (path: string) => {
    const next = tabAfterClosing(tabs, path, pathname);
    updateStored({ tagsView: tabs.filter((tab) => tab.path !== path) });
    if (next !== undefined) void navigate(next);
  };
  const closeOthers = () => updateStored({ tagsView: withoutOthers(tabs, pathname) });
  const closeAll = (first: string) => {
    updateStored({ tagsView: [{ path: first }] });
    void navigate(first);
  };

  return (
    <>
      <nav ref={row} className={classes.tabs} aria-label={t('frame.tabs')}>
        {shown.map(({ path, title, isCurrent }) => (
          <span key={path.split('?')[0]} className={classes.tab} data-current={isCurrent || undefined}>
            <Link to={path} aria-current={isCurrent ? 'page' : undefined}>
              {title}
            </Link>
            {shown.length > 1 && (
              <button
                type="button"
                aria-label={t('frame.closeTab', { page: title })}
                onClick={() => close(path)}
              >
                <IconX size={13} />
              </button>
            )}
          </span>
        ))}
      </nav>
      {shown.length > 1 && (
        <OpenPagesMenu
          tabs={shown}
          onOpen={(path) => void navigate(path)}
          onClose={close}
          onCloseOthers={closeOthers}
          onCloseAll={() => closeAll(pages[0]!.path)}
        />
      )}
    </>
  );
}

type ShownTab = { readonly path: string; readonly title: string; readonly isCurrent: boolean };

type Props = {
  tabs: readonly ShownTab[];
  onOpen: (path: string) => void;
  onClose: (path: string) => void;
  onCloseOthers: () => void;
  onCloseAll: () => void;
};

/** Lists all open tabs, for narrow screens, and closes several at once. */
function OpenPagesMenu({ tabs, onOpen, onClose, onCloseOthers, onCloseAll }: Props) {
  const { t } = useTranslation('admin');
  const current = tabs.find(({ isCurrent }) => isCurrent);
  return (
    <Dropdown
      label={t('frame.allTabs', { number: tabs.length })}
      face={
        <span className={classes.more}>
          <IconChevronDown size={17} stroke={1.7} />
          <span className="figures">{tabs.length}</span>
        </span>
      }
    >
      <div className={classes.all}>
        {tabs.map(({ path, title, isCurrent }) => (
          <DropdownItem key={path} isCurrent={isCurrent} onClick={() => onOpen(path)}>
            {title}
          </DropdownItem>
        ))}
        <hr className={classes.line} />
        {current && <DropdownItem onClick={() => onClose(current.path)}>{t('frame.closeThis')}</DropdownItem>}
        <DropdownItem onClick={onCloseOthers}>{t('frame.closeOthers')}</DropdownItem>
        <DropdownItem onClick={onCloseAll}>{t('frame.closeAll')}</DropdownItem>
      </div>
    </Dropdown>
  );
}
