import type { Goods } from '@portside/contract';
import { useTranslation, useLanguage } from '../../locales/use-translation.ts';
import { StatusBadge, type Tone } from '../../ui/data/status-badge.tsx';
import classes from './goods-list.module.css';
import type { GoodsFilter } from './goods-filter.ts';
import { formatStock } from '../../lib/format/numbers.ts';
import { stockLevel, type StockLevel } from './goods-facts.ts';

const TONES = { plenty: 'good', low: 'warn', soldOut: 'neutral' } satisfies Record<StockLevel, Tone>;

type Props = {
  goods: Goods;
  /**
   * The gender that the list is filtered by: always shown, even without room for the others and with none in stock.
   */
  variant?: GoodsFilter['variant'];
};

/** Stock, by gender where the buyer can choose one. */
export function StockBadge({ goods, variant = '' }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const level = stockLevel(goods);
  const hasGenders = goods.genders.some((gender) => gender !== 'random');
  const shown = (['male', 'female', 'unspecified'] as const).filter(
    (one) => one === variant || goods.stock_by_gender[one] > 0,
  );
  return (
    <div className={classes.stockBadgeStock}>
      <StatusBadge tone={TONES[level]}>
        <span className="figures">
          {t(`goods.stock.${level}`, { stock: formatStock(goods, goods.stock, language) })}
        </span>
      </StatusBadge>
      {hasGenders && level !== 'soldOut' && (
        <span className={`${classes.genders} figures`}>
          {shown.map((one) => (
            <span key={one} data-wanted={one === variant || undefined}>
              {t(`goods.stock.${one}`, { stock: formatStock(goods, goods.stock_by_gender[one], language) })}
            </span>
          ))}
        </span>
      )}
    </div>
  );
}
