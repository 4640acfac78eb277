import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from '../../locales/use-translation.ts';
import { formatUsdtBalance } from '../../lib/format/format-money.ts';
import { Link } from '../../lib/router/link.tsx';
import { isDrawnForSignedIn } from '../../lib/stored/is-signed-in.ts';
import { useStored } from '../../lib/stored/stored-state.ts';
import { useLanguage } from '../../locales/use-language.ts';
import classes from './balance-link.module.css';

/**
 * The signed-in buyer's balance (two decimals), linked to the top-up page. Prerendered without it; `start.js` fills it
 * in.
 */
export function BalanceLink({ to }: { to: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const balance = useStored((s) => s.user?.balance);
  if (balance === undefined && !isDrawnForSignedIn()) return null;
  return (
    <Link to={to} className={classes.link}>
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
