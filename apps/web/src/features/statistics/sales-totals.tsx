import type { SalesSums } from '@portside/contract';
import { useTranslation } from '../../locales/use-translation.ts';
import { formatUsdtBalance } from '../../lib/format/format-money.ts';
import { useLanguage } from '../../locales/use-language.ts';
import { StatTile } from '../../ui/data/stat-tile.tsx';
import classes from './period-board.module.css';

type Props = { sums: SalesSums | undefined; from: string | undefined; to: string | undefined };

/** Totals of the whole range. */
export function SalesTotals({ sums, from, to }: Props) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
  const span = from && to ? day.formatRange(new Date(from), new Date(to)) : undefined;
  const money = (key: 'amount' | 'refunded' | 'commission' | 'income') =>
    sums && formatUsdtBalance(sums[key], language);
  return (
    <>
      <p className={classes.span}>{span ?? '\u00a0'}</p>
      <div className={classes.tiles} data-spaced data-six>
        <StatTile label={t('sales.orders')} value={sums?.orders.toLocaleString(language)} />
        <StatTile label={t('sales.accounts')} value={sums?.accounts.toLocaleString(language)} />
        <StatTile label={t('sales.amount')} value={money('amount')} />
        <StatTile label={t('sales.refunded')} value={money('refunded')} />
        <StatTile label={t('sales.commission')} value={money('commission')} />
        <StatTile label={t('sales.income')} value={money('income')} />
      </div>
    </>
  );
}
