import type { Goods } from '@portside/contract';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation, useLanguage } from '../../locales/use-translation.ts';
import { itemsOf } from '../../lib/api/query.ts';
import { WhenNear } from '../../ui/layout/when-near.tsx';
import { EmptyState, FailedState } from '../../ui/messages/empty-state.tsx';
import { EmptyQuayPicture, SpyglassPicture } from '../../ui/pictures/pictures.tsx';
import { allGoods, stockLevel } from './goods-facts.ts';
import { filterGoods, isFiltered, NO_FILTER, useGoodsFilter, type GoodsFilter } from './goods-filter.ts';
import classes from './goods-list.module.css';
import { IconShieldCheck } from '@tabler/icons-react';
import { Link } from 'wouter';
import { GoodsPicture } from './goods-picture.tsx';
import { StockBadge } from './stock-badge.tsx';
import { formatUsdt } from '../../lib/format/numbers.ts';
import { formatMicro } from '@portside/contract/wire/money';
import { lowestPriceMicro, parsePrices, priceLadder } from '@portside/contract/wire/price';
import { Money } from '../../ui/data/money.tsx';

const SKELETONS = 6;
const REFRESH_MS = 30_000;

type GoodsListProps = {
  onBuy: (goods: Goods) => void;
  /** How many are shown at first. Fewer than a whole portion stay until the reader asks for more. */
  portion?: number;
};

const PORTION = 40;

/** The products that match the URL's filter. Stock is refetched twice a minute. */
export function GoodsList({ onBuy, portion = PORTION }: GoodsListProps) {
  const { t } = useTranslation();
  const [filter] = useGoodsFilter();
  const { data, isError, refetch } = useQuery({
    ...allGoods(),
    select: itemsOf,
    refetchInterval: REFRESH_MS,
  });
  if (isError && !data) return <FailedState onRetry={() => void refetch()} />;
  if (!data) return <Skeletons />;
  const found = filterGoods(data, filter);
  if (found.length === 0)
    return isFiltered(filter) ? (
      <NotFound />
    ) : (
      <EmptyState picture={<EmptyQuayPicture />} text={t('goods.none')} />
    );
  // Another filter shows another list, from its beginning.
  return <Rows key={JSON.stringify(filter)} goods={found} portion={portion} onBuy={onBuy} />;
}

type RowsProps = { goods: readonly Goods[]; portion: number; onBuy: (goods: Goods) => void };

function Rows({ goods, portion, onBuy }: RowsProps) {
  const { t } = useTranslation();
  const [{ variant }] = useGoodsFilter();
  const [shown, setShown] = useState(portion);
  const showMore = () => setShown(shown + PORTION);
  return (
    <div className={classes.frame}>
      <ul className={classes.list} aria-label={t('goods.list')}>
        {goods.slice(0, shown).map((one) => (
          <GoodsRow key={one.id} goods={one} variant={variant} onBuy={() => onBuy(one)} />
        ))}
      </ul>
      {shown < goods.length && (
        <div className={classes.more}>
          {shown >= PORTION && <WhenNear key={shown} onNear={showMore} />}
          <Button variant="default" onClick={showMore}>
            {t('browse.more', { count: goods.length - shown })}
          </Button>
        </div>
      )}
    </div>
  );
}

function NotFound() {
  const { t } = useTranslation();
  const [filter, change] = useGoodsFilter();
  return (
    <EmptyState
      picture={<SpyglassPicture />}
      title={t('goods.notFound.title')}
      text={t('goods.notFound.text')}
      action={
        <Button variant="default" onClick={() => change({ ...NO_FILTER, sort: filter.sort })}>
          {t('goods.notFound.reset')}
        </Button>
      }
    />
  );
}

const Skeletons = () => (
  <div className={classes.frame} aria-busy>
    <div className={classes.list}>
      {Array.from({ length: SKELETONS }, (_, index) => (
        <div key={index} className={classes.skeleton}>
          <Skeleton width={46} height={46} radius="sm" />
          <div>
            <Skeleton width="38%" height={16} />
            <Skeleton width="62%" height={12} mt={9} />
            <Skeleton width="46%" height={12} mt={12} />
          </div>
          <Skeleton width={104} height={36} />
        </div>
      ))}
    </div>
  </div>
);

type GoodsRowProps = { goods: Goods; variant: GoodsFilter['variant']; onBuy: () => void };

/** One product: a row on wide screens, a card on phones. */
function GoodsRow({ goods, variant, onBuy }: GoodsRowProps) {
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

/** The lowest price, and below it the price per quantity. */
function PriceLadder({ goods }: { goods: Goods }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const hasTiers = goods.price_tiers.length > 0;
  const prices = parsePrices(goods);
  return (
    <div className={classes.priceLadderPrice}>
      <span className={classes.from}>
        {hasTiers && <small>{t('goods.from')} </small>}
        <Money amount={formatMicro(lowestPriceMicro(prices))} />
      </span>
      {hasTiers && (
        <ul className={classes.ladder} aria-label={t('goods.tiers')}>
          {priceLadder(prices, goods.min_quantity).map(({ minQuantity, priceMicro }) => (
            <li key={minQuantity} className="figures">
              <span>{t('goods.tier', { quantity: minQuantity.toLocaleString(language) })}</span>{' '}
              {formatUsdt(formatMicro(priceMicro), language)}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
