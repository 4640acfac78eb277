import type { Goods } from '@portside/contract';
import { useTranslation } from '../../../locales/use-translation.ts';
import { formatUsdt } from '../../../lib/format/format-money.ts';
import { useLanguage } from '../../../locales/use-language.ts';
import { tiersOf } from '../../../lib/price-tiers.ts';
import classes from './tier-ladder.module.css';

type Props = { goods: Goods; quantity: number; isLocked: boolean; onChoose: (quantity: number) => void };

/** Prices by quantity with the reached one marked; a click sets the quantity to that tier's minimum. */
export function TierLadder({ goods, quantity, isLocked, onChoose }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const tiers = tiersOf(goods);
  if (tiers.length === 1) return null;
  const reached = tiers.findLast((tier) => quantity >= tier.min_quantity) ?? tiers[0];
  return (
    <fieldset className={classes.ladder} aria-label={t('product.order.tiers')}>
      {tiers.map((tier) => (
        <button
          key={tier.min_quantity}
          type="button"
          className={`${classes.tier} figures`}
          aria-pressed={tier === reached}
          disabled={isLocked}
          onClick={() => onChoose(tier.min_quantity)}
        >
          <span>{t('product.order.tier', { quantity: tier.min_quantity.toLocaleString(language) })}</span>
          <strong>{formatUsdt(tier.price, language)}</strong>
        </button>
      ))}
    </fieldset>
  );
}
