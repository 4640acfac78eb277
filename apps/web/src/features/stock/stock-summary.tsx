import type { AdminGoods } from '@portside/contract';
import { useTranslation } from '../../locales/use-translation.ts';
import { useLanguage } from '../../locales/use-language.ts';
import { StatTile } from '../../ui/data/stat-tile.tsx';
import classes from './stock.module.css';

const GENDERS = ['unspecified', 'male', 'female'] as const;

/** Stock of a product now, by gender. */
export function StockSummary({ goods }: { goods: AdminGoods }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  return (
    <div className={classes.summary}>
      <StatTile label={t('stock.onSale')} value={goods.stock.toLocaleString(language)} />
      {GENDERS.map((gender) => (
        <StatTile
          key={gender}
          label={t(`stock.gender.${gender}`)}
          value={goods.stock_by_gender[gender].toLocaleString(language)}
        />
      ))}
    </div>
  );
}
