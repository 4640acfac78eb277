import { Button } from '@mantine/core';
import { IconUser } from '@tabler/icons-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { BalanceLink, ProfileMenu } from '../../features/sessions/profile-menu.tsx';
import { useSignInPath } from '../../features/sessions/use-session.ts';
import { currentArea } from '../../lib/browser/current-area.ts';
import { useIsSignedIn } from '../../lib/stored/stored-state.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { ColourSchemeButton, LanguageMenu } from '../../ui/buttons/language-menu.tsx';
import { useEntry } from '../../lib/site-location.tsx';
import { Link } from 'wouter';
import { NavLink } from '../../ui/layout/nav-link.tsx';
import { Wordmark } from '../../ui/layout/logo.tsx';
import { FooterTexts } from '../layout-slots.tsx';
import classes from './docs.module.css';

export function Layout({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const { pathname } = useEntry();
  const nav = useRef<HTMLElement>(null);
  // On a phone the links are wider than the screen.
  useEffect(() => {
    const open = [...(nav.current?.querySelectorAll('a') ?? [])].find((link) => link.pathname === pathname);
    open?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [pathname]);
  return (
    <>
      <header className={classes.header}>
        <Link to="/" className={classes.brand}>
          <Wordmark />
        </Link>
        <Reader />
        <LanguageMenu />
        <ColourSchemeButton />
      </header>
      <div className={classes.columns}>
        <nav ref={nav} className={classes.nav} aria-label={t('shell.nav.label')}>
          <NavLink to="/docs/how-to-buy">{t('shell.guides.howToBuy')}</NavLink>
          <NavLink to="/docs/top-up">{t('shell.guides.topUp')}</NavLink>
          <NavLink to="/docs/refunds">{t('shell.guides.refunds')}</NavLink>
          <NavLink to="/docs/support">{t('shell.guides.support')}</NavLink>
          <NavLink to="/docs/terms">{t('shell.terms')}</NavLink>
          <NavLink to="/docs/privacy">{t('shell.privacy')}</NavLink>
          <NavLink to="/docs/api">{t('shell.guides.api')}</NavLink>
          <NavLink to="/report">{t('shell.report')}</NavLink>
        </nav>
        <main tabIndex={-1}>{children}</main>
      </div>
      <FooterTexts as="footer" />
    </>
  );
}

/** The way into the shop. Not prerendered: it differs by reader, and stands where its coming moves nothing. */
function Reader() {
  const { t } = useTranslation();
  const isSignedIn = useIsSignedIn();
  const signInPath = useSignInPath();
  if (import.meta.env.SSR) return null;
  const area = currentArea();
  return (
    <>
      {area === '/client' && (
        <Link to={`${area}/purchase-account`} className={classes.shop}>
          {t('shell.nav.goods')}
        </Link>
      )}
      {isSignedIn ? (
        <>
          <BalanceLink to={`${area}/amount-recharge`} />
          <ProfileMenu>
            <Link to={`${area}/personal-information`}>
              <IconUser size={17} stroke={1.7} />
              {t('users.title')}
            </Link>
          </ProfileMenu>
        </>
      ) : (
        <Button component={Link} to={signInPath()} variant="default" size="xs">
          {t('sessions.signIn')}
        </Button>
      )}
    </>
  );
}
