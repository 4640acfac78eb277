import { IconLogout, IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation, useLanguage } from '../../locales/use-translation.ts';
import { isDrawnForSignedIn, useStored } from '../../lib/stored/stored-state.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { Dropdown, DropdownItem } from '../../ui/buttons/dropdown.tsx';
import classes from './profile-menu.module.css';
import { useSessionActions } from './use-session.ts';
import { formatUsdtBalance } from '../../lib/format/numbers.ts';
import { Link } from 'wouter';

/** The signed-in user, the area's links, and sign-out. Hidden for visitors. */
export function ProfileMenu({ children }: { children?: ReactNode }) {
  const { t } = useTranslation();
  const user = useStored((s) => s.user);
  const { signOut } = useSessionActions();
  const leave = useThrottledAction(signOut);
  if (!user && !isDrawnForSignedIn()) return null;

  const initial = user && Array.from(user.username)[0]?.toUpperCase();
  return (
    <Dropdown label={t('shell.menu')} face={<span className={classes.avatar}>{initial}</span>}>
      <div className={classes.who} translate="no">
        <strong>{user?.username}</strong>
        <span>{user?.email}</span>
      </div>
      {children}
      <DropdownItem icon={<IconLogout size={17} stroke={1.7} />} onClick={() => void leave.run()}>
        {t('sessions.signOut')}
      </DropdownItem>
    </Dropdown>
  );
}

/**
 * The signed-in buyer's balance (two decimals), linked to the top-up page. Prerendered without it; `start.js` fills it
 * in.
 */
export function BalanceLink({ to, isDrawn = isDrawnForSignedIn() }: { to: string; isDrawn?: boolean }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const balance = useStored((s) => s.user?.balance);
  if (balance === undefined && !isDrawn) return null;
  return (
    <Link to={to} className={classes.link} translate="no">
      <span className="visually-hidden">{t('shell.balance')}</span>
      <span className={`${classes.amount} figures`} data-testid="balance" data-kept="balance">
        {balance && formatUsdtBalance(balance, language)}
      </span>
      <span className={classes.unit}>USDT</span>
      <span className={classes.plus}>
        <IconPlus size={14} stroke={2.6} aria-label={t('shell.nav.recharges')} />
      </span>
    </Link>
  );
}
