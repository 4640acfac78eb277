import { Button, Skeleton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from '../../locales/use-translation.ts';
import { pages } from '../../lib/api/pages.ts';
import { LoadFailure } from '../../ui/messages/load-failure.tsx';
import { RevealItem } from './reveal-item.tsx';
import classes from './stock.module.css';

/** Unsold accounts of a batch, masked; each can be revealed with a reason. */
export function UnsoldItems({ goodsId, batchId }: { goodsId: string; batchId: string }) {
  const { t } = useTranslation('admin');
  const items = useInfiniteQuery(pages('listUnsold', { query: { goods_id: goodsId, batch_id: batchId } }));
  return (
    <section>
      <h3 className={classes.heading}>{t('stock.items.title')}</h3>
      <p className={classes.quiet}>{t('stock.items.lede')}</p>
      {items.isError && !items.data && (
        <LoadFailure error={items.error} onRetry={() => void items.refetch()} />
      )}
      {!items.data && !items.isError && <Skeleton height={160} />}
      <ul className={classes.items}>
        {items.data?.pages
          .flatMap((page) => page.items)
          .map(({ id, masked }) => (
            <li key={id}>
              <RevealItem id={id} masked={masked} />
            </li>
          ))}
      </ul>
      {items.hasNextPage && (
        <Button
          variant="subtle"
          fullWidth
          loading={items.isFetchingNextPage}
          onClick={() => void items.fetchNextPage()}
        >
          {t('stock.items.more')}
        </Button>
      )}
    </section>
  );
}
