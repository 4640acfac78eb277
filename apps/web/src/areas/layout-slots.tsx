import {
  IconBell,
  IconLayoutDashboard,
  IconPackageImport,
  IconSettings,
  IconSpeakerphone,
} from '@tabler/icons-react';
import { lazy, type ComponentType } from 'react';
import { AfterContent } from '../lib/api/after-content.tsx';
import { useTranslation } from '../locales/use-translation.ts';
import { useIsAgent, useIsSupplier } from '../features/agents/use-agent.ts';
import { Link } from 'wouter';
import { useStored } from '../lib/stored/stored-state.ts';
import classes from './client/layout.module.css';

/** A page works without it where its code does not load. */
const CartEntry = lazy<ComponentType>(() =>
  import('../features/orders/cart/cart-link.tsx').catch(() => ({ default: () => null })),
);

/** The header's way to the cart. First among its parts, so that it moves none of them when it comes. */
export const CartSlot = () => (
  <AfterContent>
    <CartEntry />
  </AfterContent>
);

/** If there were no page they may open, the guard would sign them out. */
const useMayEnter = (): boolean =>
  useStored((s) => s.user?.isAdmin === true && s.permissions.menus.length > 0);

/** The header's link to the back office, for admins; an icon on narrow screens. */
export function BackOfficeLink() {
  const { t } = useTranslation();
  const mayEnter = useMayEnter();
  if (!mayEnter) return null;
  const name = t('shell.nav.backOffice');
  return (
    <Link to="/admin" className={classes.link} aria-label={name} title={name}>
      <IconLayoutDashboard size={18} stroke={1.7} aria-hidden />
      <span className={classes.name}>{name}</span>
    </Link>
  );
}

/** Menu links: to the user's notices, and those of admins and agents. */
export function RoleMenuLinks({ area }: { area: '/client' | '/mobile' }) {
  const { t } = useTranslation();
  const mayEnter = useMayEnter();
  const { data: isAgent } = useIsAgent();
  const { data: isSupplier } = useIsSupplier();
  const unread = useStored((s) => s.notices);
  return (
    <>
      <Link to={`${area}/notices`}>
        <IconBell size={17} stroke={1.7} />
        {t('shell.notices', { count: unread })}
      </Link>
      {mayEnter && (
        <Link to="/admin">
          <IconSettings size={17} stroke={1.7} />
          {t('shell.nav.backOffice')}
        </Link>
      )}
      {isAgent && (
        <Link to={`${area}/agent`}>
          <IconSpeakerphone size={17} stroke={1.7} />
          {t('shell.nav.agent')}
        </Link>
      )}
      {isSupplier && (
        <Link to={`${area}/supplier`}>
          <IconPackageImport size={17} stroke={1.7} />
          {t('shell.nav.supplier')}
        </Link>
      )}
    </>
  );
}
