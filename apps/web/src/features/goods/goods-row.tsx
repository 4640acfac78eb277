import type { Goods } from '@portside/contract';
import { Button } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useTranslation } from '../../locales/use-translation.ts';
import { useLanguage } from '../../locales/use-language.ts';
import { Link } from '../../lib/router/link.tsx';
import type { GoodsFilter } from './filter/goods-filter.ts';
import { GoodsPicture } from './goods-picture.tsx';
import classes from './goods-row.module.css';
import { PriceLadder } from './price-ladder.tsx';
import { StockBadge } from './stock-badge.tsx';
import { stockLevel } from './stock-level.ts';

type Props = { goods: Goods; variant: GoodsFilter['variant']; onBuy: () => void };

/** One product: a row on wide screens, a card on phones. */
export function GoodsRow({ goods, variant, onBuy }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const isSoldOut = stockLevel(goods) === 'soldOut';
  const { separator, columns } = goods.format;
  return (
    <li className={classes.row} data-sold-out={isSoldOut || undefined}>
      <GoodsPicture goods={goods} />
      <div className={classes.words}>
        <h2 className={classes.name}>
          <Link to={`/product/${goods.slug}`}>{goods.name}</Link>
        </h2>
        <p className={classes.description}>{goods.description}</p>
        <p className={classes.facts}>
          <span className={classes.type}>{goods.category.name}</span>
          <code title={t('goods.format')} className={classes.format}>
            {columns.join(separator)}
          </code>
          {goods.warranty_hours > 0 && (
            <span className={classes.warranty}>
              <IconShieldCheck size={15} stroke={1.8} aria-hidden />
              {t('goods.warranty', { hours: goods.warranty_hours })}
            </span>
          )}
          {goods.min_quantity > 1 && (
            <span>{t('goods.least', { quantity: goods.min_quantity.toLocaleString(language) })}</span>
          )}
          {goods.sold > 0 && (
            <span className="figures">{t('browse.sold', { sold: goods.sold.toLocaleString(language) })}</span>
          )}
        </p>
      </div>
      <div className={classes.stock}>
        <StockBadge goods={goods} variant={variant} />
      </div>
      <div className={classes.price}>
        <PriceLadder goods={goods} />
      </div>
      <Button
        className={classes.buy}
        disabled={isSoldOut}
        aria-label={t('goods.buyNamed', { name: goods.name })}
        onClick={onBuy}
      >
        {t('goods.buy')}
      </Button>
    </li>
  );
}
