import { Button } from '@mantine/core';
import type { AdminGoods, Data, StockBatch, TableFormat } from '@portside/contract';
import { SORTS } from '@portside/contract/wire/sorts';
import { IconArrowsExchange, IconFileImport, IconPackageExport } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation, useLanguage } from '../../locales/use-translation.ts';
import type { RequestOf } from '../../lib/api/call.ts';
import { everyPage } from '../../lib/api/every-page.ts';
import { itemsOf, query } from '../../lib/api/query.ts';
import { Allowed } from '../../ui/layout/allowed.tsx';
import { ListTable } from '../../ui/table/list-table.tsx';
import { downloadTable } from '../../ui/table/export-button.tsx';
import { ChoiceFilter } from '../../ui/table/filter-fields.tsx';
import { tableQuery, useTableAddress, type TableControls } from '../../ui/table/table-address.ts';
import { useOpened } from '../../ui/layout/use-opened.ts';
import { heldLines } from './import-progress.ts';
import { BatchSheet } from './batch-sheet.tsx';
import classes from './stock.module.css';
import { PutOnSale } from './put-on-sale.tsx';
import { UnsoldSheet } from './unsold-sheet.tsx';
import type { TableColumn } from '../../ui/table/table-column.ts';
import { DateTime, Count } from '../../ui/data/money.tsx';
import { BatchBar, BatchProgress, type PartCounts, BatchStateBadge } from './batch-progress.tsx';
import { StatusBadge } from '../../ui/data/status-badge.tsx';
import { StatTile } from '../../ui/data/stat-tile-and-dot.tsx';

const ImportWizard = lazy(() => import('./import/import-wizard.tsx'));
const StockMoves = lazy(async () => ({ default: (await import('./stock-moves.tsx')).StockMoves }));

/** Value of `?open=` for the unsold accounts of the selected product. */
const UNSOLD = 'unsold';
/** Value of `?open=` for the moves between products. */
const MOVES = 'moves';
const RUNNING_REFRESH_MS = 2_000;
/** Someone else may start an import. */
const REFRESH_MS = 15_000;
const NO_GOODS: AdminGoods[] = [];
const FILTERS = ['goods_id', 'supplier_id', 'held', 'waiting', 'cost'] as const;

/** Imports of one product or of all. */
export function AllBatches() {
  const { t } = useTranslation('admin');
  const controls = useTableAddress(FILTERS, SORTS.listStockBatches);
  const [opened, open] = useOpened();
  const [isImporting, setIsImporting] = useState(false);
  const { data: goods = NO_GOODS } = useQuery({ ...everyPage('listAllGoods'), select: itemsOf });
  const columns = useBatchColumns(goods);
  const wanted = tableQuery(controls.address, {
    held: ['true'] as const,
    waiting: ['true'] as const,
    cost: ['unknown'] as const,
  });
  const batches = useBatches(wanted);
  const save = (format: TableFormat) => downloadTable('exportStockBatches', wanted, 'imports', format);
  const product = goods.find(({ id }) => id === controls.address.filters.goods_id);
  // With several products none is chosen beforehand: accounts of another would be on sale at its price.
  const preset = product ?? (goods.length === 1 ? goods[0] : undefined);
  const endImport = () => setIsImporting(false);
  const batch = useOpenedBatch(batches.data, opened);
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
        buttons={
          <StockButtons
            canImport={goods.length > 0}
            onImport={() => setIsImporting(true)}
            onMoves={() => open(MOVES)}
            onUnsold={product && (() => open(UNSOLD))}
          />
        }
      >
        <ChoiceFilter
          controls={controls}
          name="goods_id"
          label={t('stock.field.goods')}
          options={goods.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <SupplierFilter controls={controls} />
        <OpenFilters controls={controls} />
      </ListTable>
      {batch && (
        <BatchSheet
          batch={batch}
          all={goods}
          onClose={() => open(null)}
          onGoOn={() => {
            open(null);
            setIsImporting(true);
          }}
        />
      )}
      {opened === UNSOLD && product && <UnsoldSheet goods={product} onClose={() => open(null)} />}
      <Suspense>
        {opened === MOVES && <StockMoves goods={goods} onClose={() => open(null)} />}
        {isImporting && <ImportWizard goods={goods} goodsId={preset?.id ?? ''} onClose={endImport} />}
      </Suspense>
    </>
  );
}

type Filters = { controls: TableControls<(typeof FILTERS)[number]> };

/** Of one supplier, or those that name none; nothing in a shop without suppliers. */
function SupplierFilter({ controls }: Filters) {
  const { t } = useTranslation('admin');
  const { data: suppliers = [] } = useQuery({ ...query('listSuppliers'), select: itemsOf });
  if (suppliers.length === 0) return null;
  return (
    <ChoiceFilter
      controls={controls}
      name="supplier_id"
      label={t('stock.purchase.supplier')}
      options={[
        ...suppliers.map(({ id, name }) => ({ value: id, label: name })),
        { value: '0', label: t('sales.profit.none.supplier') },
      ]}
    />
  );
}

/** Those with something left to decide. */
function OpenFilters({ controls }: Filters) {
  const { t } = useTranslation('admin');
  return (
    <>
      <ChoiceFilter
        controls={controls}
        name="held"
        label={t('stock.field.held')}
        options={[{ value: 'true', label: t('stock.held.filter') }]}
      />
      <ChoiceFilter
        controls={controls}
        name="waiting"
        label={t('stock.field.waiting')}
        options={[{ value: 'true', label: t('checker.import.filter') }]}
      />
      <ChoiceFilter
        controls={controls}
        name="cost"
        label={t('sales.profit.cost')}
        options={[{ value: 'unknown', label: t('stock.purchase.unknown') }]}
      />
    </>
  );
}

const useBatches = (wanted: NonNullable<RequestOf<'listStockBatches'>['query']>) =>
  useQuery({
    ...query('listStockBatches', { query: wanted }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (isRunning(state.data) ? RUNNING_REFRESH_MS : REFRESH_MS),
  });

/** The import that the URL has open. One whose last held line was decided leaves the list of those, and stays open. */
function useOpenedBatch(
  page: Data<'listStockBatches'> | undefined,
  open: string | null,
): StockBatch | undefined {
  const opened = open === UNSOLD || open === MOVES ? null : open;
  const listed = page?.items.find(({ id }) => id === opened);
  const isElsewhere = page !== undefined && listed === undefined && opened !== null;
  const { data: unlisted } = useQuery({
    ...query('readStockBatch', { params: { id: opened ?? '' } }, { isQuiet: true }),
    enabled: isElsewhere,
    placeholderData: keepPreviousData,
  });
  return listed ?? (isElsewhere && unlisted?.id === opened ? unlisted : undefined);
}

type ButtonsProps = {
  canImport: boolean;
  onImport: () => void;
  onMoves: () => void;
  /** Absent while no product is chosen. */
  onUnsold: (() => void) | undefined;
};

function StockButtons({ canImport, onImport, onMoves, onUnsold }: ButtonsProps) {
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
      <Button
        className={classes.act}
        variant="default"
        leftSection={<IconArrowsExchange size={17} stroke={1.7} />}
        onClick={onMoves}
      >
        {t('stock.move.title')}
      </Button>
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

function BatchBadges({ batch }: { batch: StockBatch }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const held = heldLines(batch);
  return (
    <>
      <BatchStateBadge state={batch.state} />
      <BatchProgress batch={batch} />
      {held > 0 && (
        <StatusBadge tone="warn">
          {t('stock.held.badge', { number: held.toLocaleString(language) })}
        </StatusBadge>
      )}
      {batch.waits_for !== null && (
        <StatusBadge tone={batch.waits_for === 'check' ? 'info' : 'warn'}>
          {t(batch.stopped_at ? 'checker.import.badgeStopped' : 'checker.import.badge')}
        </StatusBadge>
      )}
    </>
  );
}

function useBatchColumns(goods: readonly AdminGoods[]): TableColumn<StockBatch>[] {
  const { t } = useTranslation('admin');
  const count = (
    key: keyof PartCounts | 'claimed' | 'added' | 'duplicates' | 'rejected',
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
      render: (batch) => <BatchBadges batch={batch} />,
    },
    { key: 'bar', title: t('stock.field.bar'), render: (batch) => <BatchBar batch={batch} /> },
    count('added'),
    count('free'),
    count('sold'),
    count('remedied', true),
    count('claimed', true),
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
      key: 'supplier',
      title: t('stock.purchase.supplier'),
      isExtra: true,
      render: ({ supplier }) => supplier?.name ?? '–',
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

/** Stock of a product now, by gender, and whether it is on sale. */
function StockSummary({ goods }: { goods: AdminGoods }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  return (
    <>
      <div className={classes.summary}>
        <StatTile
          label={t(goods.on_sale ? 'stock.onSale' : 'stock.offSale')}
          value={goods.stock.toLocaleString(language)}
        />
        {GENDERS.map((gender) => (
          <StatTile
            key={gender}
            label={t(`stock.gender.${gender}`)}
            value={goods.stock_by_gender[gender].toLocaleString(language)}
          />
        ))}
      </div>
      <PutOnSale goods={goods} />
    </>
  );
}
