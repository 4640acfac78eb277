import { Button } from '@mantine/core';
import { IconHeadset, IconUser } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { ProfileMenu, BalanceLink } from '../../features/sessions/profile-menu.tsx';
import { useSignInPath } from '../../features/sessions/use-session.ts';
import { Bell } from '../../features/notices/bell.tsx';
import { UnreadBadge } from '../../features/support/unread-badge.tsx';
import { Link } from 'wouter';
import { NavLink } from '../../ui/layout/nav-link.tsx';
import { useIsSignedIn } from '../../lib/stored/stored-state.ts';
import { ColourSchemeButton, LanguageMenu } from '../../ui/buttons/language-menu.tsx';
import { GOODS_FOLDERS } from '@portside/contract/wire/page-paths';
import { SkipLink } from '../../ui/layout/panel.tsx';
import { Wordmark } from '../../ui/layout/logo.tsx';
import classes from './layout.module.css';
import { BackOfficeLink, CartSlot, RoleMenuLinks, FooterTexts } from '../layout-slots.tsx';
import { SupportContact } from '../../features/support/support-contact.tsx';

export function Layout({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <SkipLink />
        <div className={classes.bar}>
          <Link to="/client/main" className={classes.brand}>
            <Wordmark />
          </Link>
          <nav className={classes.nav} aria-label={t('shell.nav.label')}>
            <NavLink to="/client/main">{t('shell.nav.home')}</NavLink>
            <NavLink to="/client/purchase-account" also={GOODS_FOLDERS}>
              {t('shell.nav.goods')}
            </NavLink>
            <NavLink to="/client/purchase-record">{t('shell.nav.orders')}</NavLink>
            <NavLink to="/client/amount-recharge">{t('shell.nav.recharges')}</NavLink>
          </nav>
          <div className={classes.tools}>
            <CartSlot />
            <BackOfficeLink />
            <div className={classes.support}>
              <NavLink
                to="/client/customer-service"
                aria-label={t('shell.nav.support')}
                title={t('shell.nav.support')}
              >
                <IconHeadset size={20} stroke={1.7} aria-hidden />
              </NavLink>
              <UnreadBadge />
            </div>
            <Bell />
            <LanguageMenu />
            <ColourSchemeButton />
            <Visitor />
            <BalanceLink to="/client/amount-recharge" />
            <ProfileMenu>
              <Link to="/client/personal-information">
                <IconUser size={17} stroke={1.7} />
                {t('users.title')}
              </Link>
              <RoleMenuLinks area="/client" />
            </ProfileMenu>
          </div>
        </div>
      </header>
      <main id="content" className={classes.content} tabIndex={-1}>
        {children}
      </main>
      <Footer />
    </div>
  );
}

function Visitor() {
  const { t } = useTranslation();
  const signInPath = useSignInPath();
  if (useIsSignedIn()) return null;
  return (
    <>
      <Button component={Link} to={signInPath()} variant="default">
        {t('sessions.signIn')}
      </Button>
      <Button component={Link} to={signInPath('mode=register')}>
        {t('shell.join')}
      </Button>
    </>
  );
}

function Footer() {
  const { t } = useTranslation();
  return (
    <footer className={classes.footer}>
      <div className={classes.texts}>
        <FooterTexts />
      </div>
      <div className={classes.row}>
        <span>{t('shell.networks')}</span>
        <nav className={classes.links}>
          <SupportContact />
          <Link to="/docs/how-to-buy">{t('shell.guides.label')}</Link>
          <Link to="/docs/api">{t('shell.guides.api')}</Link>
          <Link to="/docs/terms">{t('shell.terms')}</Link>
          <Link to="/docs/privacy">{t('shell.privacy')}</Link>
          <Link to="/report">{t('shell.report')}</Link>
        </nav>
      </div>
    </footer>
  );
}
