import type { AdminGoods, StockBatch } from '@portside/contract';
import { useTranslation } from '../../locales/use-translation.ts';
import type { TableColumn } from '../../ui/table/table-column.ts';
import { DateTime } from '../../ui/data/date-time.tsx';
import { Count } from '../../ui/data/count.tsx';
import { BatchBar } from './batch-bar.tsx';
import type { PartCounts } from './batch-parts.ts';
import { BatchProgress } from './batch-progress.tsx';
import { BatchStateBadge } from './batch-state-badge.tsx';

export function useBatchColumns(goods: readonly AdminGoods[]): TableColumn<StockBatch>[] {
  const { t } = useTranslation('admin');
  const count = (
    key: keyof PartCounts | 'added' | 'duplicates' | 'rejected',
    isExtra = false,
  ): TableColumn<StockBatch> => ({
    key,
    title: t(`stock.field.${key}`),
    align: 'end',
    isExtra,
    render: (batch) => <Count value={batch[key]} />,
  });
  return [
    {
      key: 'created_at',
      title: t('stock.field.created'),
      render: ({ created_at: at }) => <DateTime at={at} />,
    },
    {
      key: 'goods',
      title: t('stock.field.goods'),
      render: ({ goods_id: id }) => goods.find((one) => one.id === id)?.name ?? id,
    },
    {
      key: 'state',
      title: t('stock.field.state'),
      render: (batch) => (
        <>
          <BatchStateBadge state={batch.state} />
          <BatchProgress batch={batch} />
        </>
      ),
    },
    { key: 'bar', title: t('stock.field.bar'), render: (batch) => <BatchBar batch={batch} /> },
    count('added'),
    count('free'),
    count('sold'),
    count('remedied', true),
    count('withdrawn', true),
    count('duplicates'),
    count('rejected'),
    {
      key: 'gender',
      title: t('stock.field.gender'),
      isExtra: true,
      render: ({ gender }) => t(`stock.gender.${gender}`),
    },
    {
      key: 'username',
      title: t('stock.field.username'),
      isExtra: true,
      render: (batch) => batch.username ?? '–',
    },
    { key: 'note', title: t('stock.field.note'), render: ({ note }) => note || '–' },
  ];
}
