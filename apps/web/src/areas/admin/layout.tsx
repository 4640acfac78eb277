import { ActionIcon, Drawer, Button } from '@mantine/core';
import { IconBuildingStore, IconMenu2, IconUser, IconLineHeight } from '@tabler/icons-react';
import { useState, type ReactNode, useEffect } from 'react';
import { useTranslation, useLanguage } from '../../locales/use-translation.ts';
import { AddressChangeAlert } from '../../features/approvals/address-change-alert.tsx';
import { ProfileMenu } from '../../features/sessions/profile-menu.tsx';
import { skipForbiddenReads, useMay } from '../../lib/api/permissions.ts';
import { Bell } from '../../features/notices/bell.tsx';
import { SearchButton } from '../../features/search/search-button.tsx';
import { Link, Router, type AroundNavHandler } from 'wouter';
import { NavLink } from '../../ui/layout/nav-link.tsx';
import { ColourSchemeButton, LanguageMenu } from '../../ui/buttons/language-menu.tsx';
import { useSiteName } from '../../lib/browser/page-data.ts';
import { DownloadsNote } from '../../ui/messages/downloads-note.tsx';
import { SkipLink, PageHeader } from '../../ui/layout/panel.tsx';
import { Wordmark } from '../../ui/layout/logo.tsx';
import classes from './layout.module.css';
import { OpenPages } from './open-pages.tsx';
import { OpenWarrantyClaims } from '../../features/orders/warranty-claims/open-warranty-claims.tsx';
import { UnreadConversations } from '../../features/support/unread-badge.tsx';
import { storedState, useStored, updateStored, type StoredState } from '../../lib/stored/stored-state.ts';
import { ADMIN_PAGES, allowedPages, listPlaces, tabPath } from './pages.ts';
import { Dropdown, DropdownItem } from '../../ui/buttons/dropdown.tsx';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../lib/api/query.ts';
import { shownTimeZone } from '../../lib/format/times.ts';
import { currentArea } from '../../lib/browser/current-area.ts';
import { scrollToFault } from '../../lib/browser/screen.ts';
import { addressOf } from '../../lib/site-location.tsx';
import { toastFailure } from '../../ui/messages/toasts.tsx';

// Before any page of the back office makes a call.
skipForbiddenReads();

export const Layout = ({ children }: { children: ReactNode }) => (
  <WithinRole>
    <Frame>{children}</Frame>
  </WithinRole>
);

function Frame({ children }: { children: ReactNode }) {
  const { t } = useTranslation(['translation', 'admin']);
  const siteName = useSiteName(useLanguage());
  useScrollToFault();
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const zone = useStored((s) => s.webConfig?.time_zone);
  return (
    <div className={classes.page}>
      <aside className={classes.side}>
        <SkipLink />
        <Link to="/admin" className={classes.brand} title={siteName}>
          <Wordmark />
        </Link>
        <Navigation />
      </aside>
      <Drawer
        opened={isMenuOpen}
        onClose={() => setIsMenuOpen(false)}
        size={272}
        title={t('admin:frame.title')}
        closeButtonProps={{ 'aria-label': t('shell.close') }}
      >
        <Navigation onChoose={() => setIsMenuOpen(false)} />
      </Drawer>
      <div className={classes.work}>
        <header className={classes.header}>
          <ActionIcon
            className={classes.menu}
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t('admin:frame.openMenu')}
            onClick={() => setIsMenuOpen(true)}
          >
            <IconMenu2 size={20} />
          </ActionIcon>
          <OpenPages />
          <div className={classes.tools}>
            <OfficeSearch />
            <Bell />
            <span className={classes.density}>
              <DensityMenu />
            </span>
            <LanguageMenu />
            <ColourSchemeButton />
            <ProfileMenu>
              <Link to="/client/main">
                <IconBuildingStore size={17} stroke={1.7} />
                {t('admin:frame.toPortal')}
              </Link>
              <Link to={profilePath()}>
                <IconUser size={17} stroke={1.7} />
                {t('users.title')}
              </Link>
            </ProfileMenu>
          </div>
        </header>
        {/* All times on it are in the shop's time zone: drawn anew once that is known, before anything is typed. */}
        <main id="content" key={String(zone === undefined)} className={classes.content} tabIndex={-1}>
          <FirstStep>
            <AddressChangeAlert>{children}</AddressChangeAlert>
          </FirstStep>
        </main>
        <ShopTime className={classes.zoneBelow!} />
      </div>
      <DownloadsNote />
    </div>
  );
}

/**
 * Says so where a link leads to a page that the reader's role does not open: its address would end the session. Figures
 * lead to lists on pages of which not every role has all.
 */
export function WithinRole({ children }: { children: ReactNode }) {
  const { t } = useTranslation('admin');
  const within: AroundNavHandler = (navigate, to, options) => {
    const leadsTo = ({ path }: { path: string }) => path === addressOf(to).pathname;
    const isOpen = allowedPages(storedState().permissions.menus).some(leadsTo);
    if (ADMIN_PAGES.some(leadsTo) && !isOpen) return toastFailure('notAllowed', t('frame.notAllowed'));
    return navigate(to, options);
  };
  return <Router aroundNav={within}>{children}</Router>;
}

/** The search over everything, with the pages, parts and actions that the reader's role opens. */
function OfficeSearch() {
  const { t } = useTranslation('admin');
  const menus = useStored((s) => s.permissions.menus);
  const may = useMay();
  return <SearchButton places={listPlaces(t, menus, may)} />;
}

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
          {path === '/admin/order' && <OpenWarrantyClaims />}
        </NavLink>
      ))}
      <ShopTime className={classes.zone!} />
    </nav>
  );
}

/** Whose time all times of the back office are. */
function ShopTime({ className }: { className: string }) {
  const { t } = useTranslation('admin');
  // Drawn anew when it changes.
  useStored((s) => s.webConfig?.time_zone);
  const zone = shownTimeZone();
  return zone !== undefined && <p className={className}>{t('table.days', { zone })}</p>;
}

const SIZES: readonly StoredState['size'][] = ['small', 'default', 'large'];

/** Row height of every table. */
function DensityMenu() {
  const { t } = useTranslation('admin');
  const size = useStored((s) => s.size);
  return (
    <Dropdown
      label={t('frame.density')}
      face={
        <span className={classes.face}>
          <IconLineHeight size={18} stroke={1.7} />
        </span>
      }
    >
      {SIZES.map((one) => (
        <DropdownItem key={one} isCurrent={one === size} onClick={() => updateStored({ size: one })}>
          {t(`frame.dense.${one}`)}
        </DropdownItem>
      ))}
    </Dropdown>
  );
}

/** Shown in place of the pages while an admin must set something up before the server answers them. */
export function FirstStep({ children }: { children: ReactNode }) {
  const { t } = useTranslation('admin');
  const { data, isPending } = useQuery(query('readIdentity'));
  // No page may load data until this is known: every call would be refused.
  if (isPending) return null;
  const toDo = data?.to_do ?? null;
  if (toDo === null) return children;
  return (
    <>
      <PageHeader title={t('frame.first.title')} lede={t(`frame.first.${toDo}`)} />
      <Button component={Link} to={profilePath()}>
        {t('frame.first.go')}
      </Button>
    </>
  );
}

/** Path of the reader's own profile, in the area of this screen width. */
const profilePath = (): string => `${currentArea()}/personal-information`;

/** Forms are longer than the screen: on submit, the first invalid field is scrolled into view. */
export function useScrollToFault(): void {
  useEffect(() => {
    // The form validates first and renders its errors before the next task.
    const look = ({ target }: Event) => void setTimeout(() => scrollToFault(target as Element));
    document.addEventListener('submit', look);
    return () => document.removeEventListener('submit', look);
  }, []);
}
