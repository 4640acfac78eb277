import type { Goods } from '@portside/contract';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { useInSlices } from '../../lib/api/content-shown.ts';
import { itemsOf } from '../../lib/api/items-of.ts';
import { WhenNear } from '../../ui/layout/when-near.tsx';
import { EmptyState } from '../../ui/messages/empty-state.tsx';
import { FailedState } from '../../ui/messages/failed-state.tsx';
import { EmptyQuayPicture } from '../../ui/pictures/empty-quay.tsx';
import { SpyglassPicture } from '../../ui/pictures/spyglass.tsx';
import { allGoods } from './all-goods.ts';
import { filterGoods } from './filter/filter-goods.ts';
import { isFiltered, NO_FILTER } from './filter/goods-filter.ts';
import classes from './goods-list.module.css';
import { GoodsRow } from './goods-row.tsx';
import { useGoodsFilter } from './filter/use-goods-filter.ts';

const SKELETONS = 6;
const REFRESH_MS = 30_000;

type Props = {
  onBuy: (goods: Goods) => void;
  /** How many are shown at first. Fewer than a whole portion stay until the reader asks for more. */
  portion?: number;
};

const PORTION = 40;

/** The products that match the URL's filter. Stock is refetched twice a minute. */
export function GoodsList({ onBuy, portion = PORTION }: Props) {
  const { t } = useTranslation();
  const [filter] = useGoodsFilter();
  const {
    data: latest,
    isError,
    refetch,
  } = useQuery({
    ...allGoods(),
    select: itemsOf,
    refetchInterval: REFRESH_MS,
  });
  const data = useInSlices(latest);
  const { data: search } = useQuery({
    queryKey: ['searchGoods', 'code'],
    queryFn: async () => (await import('./filter/search-goods.ts')).searchGoods,
    enabled: filter.q !== '',
    staleTime: Infinity,
  });
  if (isError && !latest) return <FailedState onRetry={() => void refetch()} />;
  if (!data) return <Skeletons />;
  if (filter.q !== '' && search === undefined) return <Skeletons />;
  const found = filterGoods(data, filter, search ?? ((all) => [...all]));
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
