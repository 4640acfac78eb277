import type { Goods } from '@portside/contract';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { withTexts } from '../../locales/language.ts';
import { useTranslation, useLanguage } from '../../locales/use-translation.ts';
import { useAfterContent } from '../../lib/api/after-content.ts';
import { itemsOf, query } from '../../lib/api/query.ts';
import { useStored } from '../../lib/stored/stored-state.ts';
import { useOwnPrices } from '../../ui/prices/use-own-prices.ts';
import { WhenNear } from '../../ui/layout/when-near.tsx';
import { FailedState } from '../../ui/messages/empty-state.tsx';
import { allGoods, bestPriceMicro, largestOrder, stockLevel } from './goods-facts.ts';
import {
  filterGoods,
  joinFamilies,
  useGoodsFilter,
  type GoodsFilter,
  type ListedGoods,
} from './goods-filter.ts';
import classes from './goods-list.module.css';
import { IconShieldCheck } from '@tabler/icons-react';
import { Link } from 'wouter';
import { GoodsPicture } from './goods-picture.tsx';
import { StockBadge } from './stock-badge.tsx';
import { formatUsdt } from '../../lib/format/numbers.ts';
import { formatMicro } from '@portside/contract/wire/money';
import { parsePrices, priceLadder } from '@portside/contract/wire/price';
import { Money } from '../../ui/data/money.tsx';

/** Few lists are empty. */
const NothingFound = lazy(withTexts('service', () => import('./nothing-found.tsx')));

/** Few visitors search, so how is loaded with the first search. */
const searching = {
  queryKey: ['search'],
  queryFn: async () => (await import('./search-goods.ts')).searchGoods,
  staleTime: Infinity,
};

const SKELETONS = 6;
const REFRESH_MS = 30_000;

type GoodsListProps = {
  onBuy: (goods: Goods) => void;
  /** How many are shown at first; more only when the reader asks, if fewer than a full portion. */
  portion?: number;
};

const PORTION = 40;

/** The products that match the URL's filter. Stock is refetched twice a minute. */
export function GoodsList({ onBuy, portion = PORTION }: GoodsListProps) {
  const [filter] = useGoodsFilter();
  const { data, isError, refetch } = useQuery({
    ...allGoods(),
    select: itemsOf,
    refetchInterval: REFRESH_MS,
  });
  const isSignedIn = useStored((s) => s.token !== null);
  const mayAskMore = useAfterContent();
  // What only buyers of some levels see is no part of the list that everybody shares.
  const own = useQuery({
    ...query('listOwnGoods', {}, { isQuiet: true }),
    enabled: isSignedIn && mayAskMore,
  });
  const prices = useOwnPrices();
  const hasWords = filter.q !== '';
  const search = useQuery({ ...searching, enabled: hasWords });
  if (isError && !data) return <FailedState onRetry={() => void refetch()} />;
  if (search.isError) return <FailedState onRetry={() => void search.refetch()} />;
  if (!data || (hasWords && search.isPending)) return <Skeletons />;
  const all = isSignedIn && own.data ? [...own.data.items, ...data] : data;
  const priced = prices ? all.map((one) => prices.withPrices(one)) : all;
  const found = joinFamilies(filterGoods(priced, filter, search.data));
  if (found.length === 0)
    return (
      <Suspense>
        <NothingFound />
      </Suspense>
    );
  // Another filter shows another list, from its beginning.
  return <Rows key={JSON.stringify(filter)} goods={found} portion={portion} onBuy={onBuy} />;
}

type RowsProps = { goods: readonly ListedGoods[]; portion: number; onBuy: (goods: Goods) => void };

function Rows({ goods, portion, onBuy }: RowsProps) {
  const { t } = useTranslation();
  const [filter] = useGoodsFilter();
  const [shown, setShown] = useState(portion);
  const showMore = () => setShown(shown + PORTION);
  return (
    <div className={classes.frame}>
      <ul className={classes.list} aria-label={t('goods.list')}>
        {goods.slice(0, shown).map((one) => (
          <GoodsRow key={one.id} goods={one} filter={filter} onBuy={() => onBuy(one)} />
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

type GoodsRowProps = { goods: ListedGoods; filter: GoodsFilter; onBuy: () => void };

/** One product or family: a row on wide screens, a card on phones. */
function GoodsRow({ goods, filter: { variant, attributes }, onBuy }: GoodsRowProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const isSoldOut = stockLevel(goods) === 'soldOut';
  const { separator, columns } = goods.format;
  const { options } = goods;
  const to = options
    ? `/family/${goods.family!.slug}${attributes && `?attributes=${attributes}`}`
    : `/product/${goods.slug}`;
  return (
    <li className={classes.row} data-sold-out={isSoldOut || undefined}>
      <GoodsPicture goods={goods} />
      <div className={classes.words}>
        <h2 className={classes.name}>
          <Link to={to}>{goods.name}</Link>
        </h2>
        <p className={classes.description}>{goods.description}</p>
        <p className={classes.facts}>
          <span className={classes.type}>{goods.category.name}</span>
          {options && <span>{t('browse.options', { number: options })}</span>}
          <code translate="no" title={t('goods.format')} className={classes.format}>
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
      {options ? (
        <Button component={Link} to={to} className={classes.buy}>
          {t('goods.buy')}
        </Button>
      ) : (
        <Button
          className={classes.buy}
          disabled={isSoldOut}
          aria-label={t('goods.buyNamed', { name: goods.name })}
          onClick={onBuy}
        >
          {t('goods.buy')}
        </Button>
      )}
    </li>
  );
}

/** The lowest price, and below it the price per quantity. */
function PriceLadder({ goods, goods: { own } }: { goods: ListedGoods }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const hasTiers = goods.price_tiers.length > 0;
  const prices = parsePrices(goods);
  const bestMicro = bestPriceMicro(goods);
  return (
    <div className={classes.priceLadderPrice}>
      <span className={classes.from}>
        {(hasTiers || goods.options !== undefined) && <small>{t('goods.from')} </small>}
        <Money amount={formatMicro(bestMicro)} />
      </span>
      {own && (
        <Suspense>
          <own.Note
            own={own}
            bestMicro={bestMicro}
            quantity={largestOrder(goods)}
            least={goods.min_quantity}
          />
        </Suspense>
      )}
      {hasTiers && (
        <ul className={classes.ladder} aria-label={t('goods.tiers')}>
          {priceLadder(prices, goods.min_quantity).map(({ minQuantity, priceMicro }) => (
            <li
              key={minQuantity}
              className="figures"
              data-out={minQuantity > largestOrder(goods) || undefined}
            >
              <span>{t('goods.tier', { quantity: minQuantity.toLocaleString(language) })}</span>{' '}
              {formatUsdt(formatMicro(priceMicro), language)}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
