import { ActionIcon, Drawer } from '@mantine/core';
import { IconBuildingStore, IconMenu2, IconUser } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { AddressChangeAlert } from '../../features/approvals/address-change-alert.tsx';
import { ProfileMenu } from '../../features/sessions/profile-menu.tsx';
import { skipForbiddenReads } from '../../lib/api/skip-forbidden-reads.ts';
import { Link } from '../../lib/router/link.tsx';
import { Outlet } from '../../lib/router/site-router.tsx';
import { ColourSchemeButton } from '../../ui/buttons/colour-scheme-button.tsx';
import { useSiteName } from '../../lib/browser/site-name.ts';
import { DownloadsNote } from '../../ui/messages/downloads-note.tsx';
import { LanguageMenu } from '../../ui/buttons/language-menu.tsx';
import { useLanguage } from '../../locales/use-language.ts';
import { SkipLink } from '../../ui/layout/skip-link.tsx';
import { Wordmark } from '../../ui/layout/wordmark.tsx';
import { DensityMenu } from './density-menu.tsx';
import { FirstStep } from './first-step.tsx';
import classes from './layout.module.css';
import { Navigation } from './navigation.tsx';
import { profilePath } from './profile-path.ts';
import { OpenPages } from './open-pages.tsx';
import { useScrollToFault } from './use-scroll-to-fault.ts';

// Before any page of the back office makes a call.
skipForbiddenReads();

export function Page() {
  const { t } = useTranslation(['translation', 'admin']);
  const siteName = useSiteName(useLanguage());
  useScrollToFault();
  const [isMenuOpen, setIsMenuOpen] = useState(false);
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
            <DensityMenu />
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
        <main id="content" className={classes.content} tabIndex={-1}>
          <FirstStep>
            <AddressChangeAlert>
              <Outlet />
            </AddressChangeAlert>
          </FirstStep>
        </main>
      </div>
      <DownloadsNote />
    </div>
  );
}
