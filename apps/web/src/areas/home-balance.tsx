import { formatUsdtBalance } from '../lib/format/format-money.ts';
import { useLanguage } from '../locales/use-language.ts';
import { useTranslation } from '../locales/use-translation.ts';
import classes from './home-balance.module.css';

/** Shown until the user is known; `start.js` fills it in on a prerendered page. */
const NOTHING_YET = '\u00a0';

/** The balance as the home pages show it, on their dark area. In USDT; null while it is not known. */
export function HomeBalance({ balance }: { balance: string | null }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <>
      <span className={classes.label}>{t('shell.balance')}</span>
      <span className={`${classes.balance} figures`} data-testid="balance">
        <span data-kept="balance">
          {balance === null ? NOTHING_YET : formatUsdtBalance(balance, language)}
        </span>
        <small> USDT</small>
      </span>
    </>
  );
}
