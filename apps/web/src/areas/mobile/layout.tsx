import { Button } from '@mantine/core';
import {
  IconBuildingWarehouse,
  IconCirclePlus,
  IconHeadset,
  IconHome,
  IconReceipt,
  IconUser,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { BalanceLink, ProfileMenu } from '../../features/sessions/profile-menu.tsx';
import { useSignInPath } from '../../features/sessions/use-session.ts';
import { Bell } from '../../features/notices/bell.tsx';
import { UnreadBadge } from '../../features/support/unread-badge.tsx';
import { Link, useRoute } from 'wouter';
import { NavLink } from '../../ui/layout/nav-link.tsx';
import { useStored } from '../../lib/stored/stored-state.ts';
import { ColourSchemeButton, LanguageMenu } from '../../ui/buttons/language-menu.tsx';
import { GOODS_FOLDERS } from '@portside/contract/wire/page-paths';
import { SkipLink } from '../../ui/layout/panel.tsx';
import { Wordmark } from '../../ui/layout/logo.tsx';
import { FooterTexts, BackOfficeLink, CartSlot, RoleMenuLinks } from '../layout-slots.tsx';
import classes from './layout.module.css';

export function Layout({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <SkipLink />
        <Link to="/mobile/index" className={classes.brand}>
          <Wordmark />
        </Link>
        <CartSlot />
        <BackOfficeLink />
        <Bell isQuiet />
        <LanguageMenu />
        <ColourSchemeButton />
        <Account />
      </header>
      <main id="content" className={classes.content} tabIndex={-1}>
        {children}
      </main>
      <FooterTexts as="footer" />
      <nav className={classes.nav} aria-label={t('shell.nav.label')}>
        <NavLink to="/mobile/index">
          <IconHome size={22} stroke={1.7} />
          {t('shell.nav.home')}
        </NavLink>
        <NavLink to="/mobile/purchase-account" also={GOODS_FOLDERS}>
          <IconBuildingWarehouse size={22} stroke={1.7} />
          {t('shell.nav.goodsShort')}
        </NavLink>
        <NavLink to="/mobile/purchase-record">
          <IconReceipt size={22} stroke={1.7} />
          {t('shell.nav.ordersShort')}
        </NavLink>
        <NavLink to="/mobile/amount-recharge">
          <IconCirclePlus size={22} stroke={1.7} />
          {t('shell.nav.recharges')}
        </NavLink>
        <NavLink to="/mobile/customer-service">
          <span className={classes.badged}>
            <IconHeadset size={22} stroke={1.7} />
            <UnreadBadge />
          </span>
          {t('shell.nav.supportShort')}
        </NavLink>
      </nav>
    </div>
  );
}

/** The signed-in user's menu; visitors of a product page may sign up. */
function Account() {
  const { t } = useTranslation();
  const isVisitor = useStored((s) => s.token === null);
  const signInPath = useSignInPath();
  const [product] = useRoute('/product/:product');
  // The prerendered page is for people who are signed in.
  if (isVisitor && typeof window !== 'undefined')
    return product ? (
      <Button component={Link} to={signInPath('mode=register')} size="xs">
        {t('shell.join')}
      </Button>
    ) : null;
  return (
    <div className={classes.account}>
      <BalanceLink to="/mobile/amount-recharge" isDrawn={import.meta.env.SSR} />
      <ProfileMenu>
        <Link to="/mobile/personal-information">
          <IconUser size={17} stroke={1.7} />
          {t('users.title')}
        </Link>
        <RoleMenuLinks area="/mobile" />
      </ProfileMenu>
    </div>
  );
}
