import { SegmentedControl } from '@mantine/core';
import type { SalesRow, SalesSums } from '@portside/contract';
import { SORTS } from '@portside/contract/wire/sorts';
import { useTranslation } from 'react-i18next';
import { usePage } from '../../lib/api/use-page.ts';
import { useLanguage } from '../../locales/use-language.ts';
import { Money } from '../../ui/data/money.tsx';
import { DataTable, type TableColumn } from '../../ui/table/data-table.tsx';
import { downloadTable } from '../../ui/table/download-table.ts';
import { DaysFilter } from '../../ui/table/filter-fields.tsx';
import { TableTools } from '../../ui/table/table-tools.tsx';
import { useTableAddress } from '../../ui/table/use-table-address.ts';
import { SalesTotals } from './sales-totals.tsx';

const NAME = 'sales';
const FILTERS = ['by', 'from', 'to'] as const;
const BY = ['day', 'goods', 'category', 'agent'] as const;

/** Sales in a span of days, by day, product, category or agent. */
export function SalesReport() {
  const { t } = useTranslation('admin');
  const controls = useTableAddress(FILTERS, SORTS.listSales);
  const { sort } = controls.address;
  const { by: wanted, from, to } = controls.address.filters;
  const by = BY.find((one) => one === wanted) ?? 'day';
  const span = { by, ...(from && { from }), ...(to && { to }) };
  const sales = usePage('listSales', { query: { ...span, ...(sort && { sort }) } });
  const columns = useColumns(by);
  const save = () => downloadTable('exportSales', span, `sales-${by}.csv`);
  return (
    <>
      <TableTools name={NAME} columns={columns} controls={controls} exportOf="exportSales" onExport={save}>
        <SegmentedControl
          value={by}
          onChange={(value) => controls.filter({ by: value })}
          data={BY.map((value) => ({ value, label: t(`sales.by.${value}`) }))}
        />
        <DaysFilter controls={controls} />
      </TableTools>
      <SalesTotals sums={sales.data?.sum} from={sales.data?.from} to={sales.data?.to} />
      <DataTable
        name={NAME}
        label={t('sales.title')}
        columns={columns}
        page={sales.data}
        isFetching={sales.isFetching}
        hasFailed={sales.isError}
        error={sales.error}
        onRetry={() => void sales.refetch()}
        controls={controls}
        rowKey={({ key }) => key}
      />
    </>
  );
}

function useColumns(by: (typeof BY)[number]): TableColumn<SalesRow>[] {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const count = (key: 'orders' | 'accounts' | 'refunds'): TableColumn<SalesRow> => ({
    key,
    title: t(`sales.${key}`),
    align: 'end',
    render: (row) => <span className="figures">{row[key].toLocaleString(language)}</span>,
  });
  const money = (key: keyof SalesSums & ('amount' | 'refunded' | 'commission' | 'income')) => ({
    key,
    title: t(`sales.${key}`),
    align: 'end' as const,
    render: (row: SalesRow) => <Money amount={row[key]} hasUnit={false} />,
  });
  return [
    {
      key: 'name',
      title: t(`sales.by.${by}`),
      render: ({ key, name }) =>
        by === 'day'
          ? new Intl.DateTimeFormat(language, { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(key))
          : name || t('sales.noAgent'),
    },
    count('orders'),
    count('accounts'),
    money('amount'),
    count('refunds'),
    money('refunded'),
    money('commission'),
    money('income'),
  ];
}
