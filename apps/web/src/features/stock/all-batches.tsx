import { Button } from '@mantine/core';
import type { AdminGoods, Data, StockBatch } from '@portside/contract';
import { SORTS } from '@portside/contract/wire/sorts';
import { IconFileImport, IconPackageExport } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation, useLanguage } from '../../locales/use-translation.ts';
import { itemsOf, query } from '../../lib/api/query.ts';
import { Allowed } from '../../ui/layout/allowed.tsx';
import { ListTable } from '../../ui/table/list-table.tsx';
import { downloadTable } from '../../ui/table/export-button.tsx';
import { ChoiceFilter } from '../../ui/table/filter-fields.tsx';
import { tableQuery, useTableAddress } from '../../ui/table/table-address.ts';
import { useOpened } from '../../ui/layout/use-opened.ts';
import { heldLines } from './import-progress.ts';
import { BatchSheet } from './batch-sheet.tsx';
import classes from './stock.module.css';
import { UnsoldSheet } from './unsold-sheet.tsx';
import type { TableColumn } from '../../ui/table/table-column.ts';
import { DateTime, Count } from '../../ui/data/money.tsx';
import { BatchBar, BatchProgress, type PartCounts, BatchStateBadge } from './batch-progress.tsx';
import { StatusBadge } from '../../ui/data/status-badge.tsx';
import { StatTile } from '../../ui/data/stat-tile-and-dot.tsx';

const ImportWizard = lazy(() => import('./import/import-wizard.tsx'));

/** Value of `?open=` for the unsold accounts of the selected product. */
const UNSOLD = 'unsold';
const RUNNING_REFRESH_MS = 2_000;
/** Someone else may start an import. */
const REFRESH_MS = 15_000;
const NO_GOODS: AdminGoods[] = [];

/** Imports of one product or of all. */
export function AllBatches() {
  const { t } = useTranslation('admin');
  const controls = useTableAddress(['goods_id'], SORTS.listStockBatches);
  const [opened, open] = useOpened();
  const [isImporting, setIsImporting] = useState(false);
  const { data: goods = NO_GOODS } = useQuery({ ...query('listAllGoods'), select: itemsOf });
  const columns = useBatchColumns(goods);
  const wanted = tableQuery(controls.address);
  const batches = useQuery({
    ...query('listStockBatches', { query: wanted }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (isRunning(state.data) ? RUNNING_REFRESH_MS : REFRESH_MS),
  });
  const save = () => downloadTable('exportStockBatches', wanted, 'imports.csv');
  const product = goods.find(({ id }) => id === controls.address.filters.goods_id);
  const batch = batches.data?.items.find(({ id }) => id === opened);
  return (
    <>
      <ListTable<StockBatch>
        name="stock"
        label={t('stock.title')}
        columns={columns}
        controls={controls}
        list={batches}
        exportOf="exportStockBatches"
        onExport={save}
        rowKey={({ id }) => id}
        onOpen={({ id }) => open(id)}
        between={product && <StockSummary goods={product} />}
      >
        <ChoiceFilter
          controls={controls}
          name="goods_id"
          label={t('stock.field.goods')}
          options={goods.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <StockButtons
          canImport={goods.length > 0}
          onImport={() => setIsImporting(true)}
          onUnsold={product && (() => open(UNSOLD))}
        />
      </ListTable>
      {batch && (
        <BatchSheet
          batch={batch}
          goods={goods.find(({ id }) => id === batch.goods_id)}
          onClose={() => open(null)}
          onGoOn={() => {
            open(null);
            setIsImporting(true);
          }}
        />
      )}
      {opened === UNSOLD && product && <UnsoldSheet goods={product} onClose={() => open(null)} />}
      <Suspense>
        {isImporting && (
          <ImportWizard
            goods={goods}
            goodsId={product?.id ?? goods[0]?.id ?? ''}
            onClose={() => setIsImporting(false)}
          />
        )}
      </Suspense>
    </>
  );
}

type ButtonsProps = {
  canImport: boolean;
  onImport: () => void;
  /** Absent while no product is chosen. */
  onUnsold: (() => void) | undefined;
};

function StockButtons({ canImport, onImport, onUnsold }: ButtonsProps) {
  const { t } = useTranslation('admin');
  return (
    <>
      <Allowed to="openImport">
        <Button
          className={classes.act}
          leftSection={<IconFileImport size={17} stroke={1.7} />}
          disabled={!canImport}
          onClick={onImport}
        >
          {t('stock.import.title')}
        </Button>
      </Allowed>
      {onUnsold && (
        <Button
          className={classes.act}
          variant="default"
          leftSection={<IconPackageExport size={17} stroke={1.7} />}
          onClick={onUnsold}
        >
          {t('stock.unsold.title')}
        </Button>
      )}
    </>
  );
}

const isRunning = (page: Data<'listStockBatches'> | undefined): boolean =>
  page?.items.some(({ state }) => state === 'running') === true;

function useBatchColumns(goods: readonly AdminGoods[]): TableColumn<StockBatch>[] {
  const { t } = useTranslation('admin');
  const language = useLanguage();
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
          {heldLines(batch) > 0 && (
            <StatusBadge tone="warn">
              {t('stock.held.badge', { number: heldLines(batch).toLocaleString(language) })}
            </StatusBadge>
          )}
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

const GENDERS = ['unspecified', 'male', 'female'] as const;

/** Stock of a product now, by gender. */
function StockSummary({ goods }: { goods: AdminGoods }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  return (
    <div className={classes.summary}>
      <StatTile label={t('stock.onSale')} value={goods.stock.toLocaleString(language)} />
      {GENDERS.map((gender) => (
        <StatTile
          key={gender}
          label={t(`stock.gender.${gender}`)}
          value={goods.stock_by_gender[gender].toLocaleString(language)}
        />
      ))}
    </div>
  );
}
