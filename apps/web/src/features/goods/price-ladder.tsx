import type { Goods } from '@portside/contract';
import { useTranslation } from '../../locales/use-translation.ts';
import { formatUsdt } from '../../lib/format/format-money.ts';
import { tiersOf } from '../../lib/price-tiers.ts';
import { useLanguage } from '../../locales/use-language.ts';
import { Money } from '../../ui/data/money.tsx';
import { lowestPrice } from './lowest-price.ts';
import classes from './price-ladder.module.css';

/** The lowest price, and below it the price per quantity. */
export function PriceLadder({ goods }: { goods: Goods }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const hasTiers = goods.price_tiers.length > 0;
  return (
    <div className={classes.price}>
      <span className={classes.from}>
        {hasTiers && <small>{t('goods.from')} </small>}
        <Money amount={lowestPrice(goods)} />
      </span>
      {hasTiers && (
        <ul className={classes.ladder} aria-label={t('goods.tiers')}>
          {tiersOf(goods).map(({ min_quantity, price }) => (
            <li key={min_quantity} className="figures">
              <span>{t('goods.tier', { quantity: min_quantity.toLocaleString(language) })}</span>{' '}
              {formatUsdt(price, language)}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
