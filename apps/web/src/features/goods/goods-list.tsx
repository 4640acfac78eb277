import type { Goods } from '@portside/contract';
import { Button, Skeleton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { itemsOf } from '../../lib/api/items-of.ts';
import { query } from '../../lib/api/query.ts';
import { EmptyState } from '../../ui/messages/empty-state.tsx';
import { FailedState } from '../../ui/messages/failed-state.tsx';
import { EmptyQuayPicture } from '../../ui/pictures/empty-quay.tsx';
import { SpyglassPicture } from '../../ui/pictures/spyglass.tsx';
import { goodsRequest } from './goods-filter.ts';
import classes from './goods-list.module.css';
import { GoodsRow } from './goods-row.tsx';
import { useGoodsFilter } from './use-goods-filter.ts';

const SKELETONS = 6;
const REFRESH_MS = 30_000;

/** The products that match the URL's filter. Stock is refetched twice a minute. */
export function GoodsList({ onBuy }: { onBuy: (goods: Goods) => void }) {
  const { t } = useTranslation();
  const [filter] = useGoodsFilter();
  const request = goodsRequest(filter);
  const { data, isError, isPlaceholderData, refetch } = useQuery({
    ...query('listGoods', request),
    select: itemsOf,
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
  if (isError && !data) return <FailedState onRetry={() => void refetch()} />;
  if (!data) return <Skeletons />;
  if (data.length === 0)
    return request ? <NotFound /> : <EmptyState picture={<EmptyQuayPicture />} text={t('goods.none')} />;
  return (
    <div className={classes.frame}>
      <ul className={classes.list} aria-label={t('goods.list')} data-stale={isPlaceholderData || undefined}>
        {data.map((goods) => (
          <GoodsRow key={goods.id} goods={goods} onBuy={() => onBuy(goods)} />
        ))}
      </ul>
    </div>
  );
}

function NotFound() {
  const { t } = useTranslation();
  const [, change] = useGoodsFilter();
  return (
    <EmptyState
      picture={<SpyglassPicture />}
      title={t('goods.notFound.title')}
      text={t('goods.notFound.text')}
      action={
        <Button variant="default" onClick={() => change({ category: '', q: '', isInStock: false })}>
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
