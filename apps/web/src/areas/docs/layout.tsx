import { useEffect, useRef } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { ColourSchemeButton, LanguageMenu } from '../../ui/buttons/language-menu.tsx';
import { useLocation } from '../../lib/router/hooks.ts';
import { Link, NavLink } from '../../lib/router/link.tsx';
import { Outlet } from '../../lib/router/site-router.tsx';
import { Wordmark } from '../../ui/layout/logo.tsx';
import { FooterTexts } from '../footer-texts.tsx';
import classes from './docs.module.css';

export function Page() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
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
          <NavLink to="/report">{t('shell.report')}</NavLink>
        </nav>
        <main className={classes.content} tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      <FooterTexts as="footer" />
    </>
  );
}
