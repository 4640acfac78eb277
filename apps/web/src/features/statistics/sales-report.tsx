import type { SalesRow, SalesSums, TableFormat } from '@portside/contract';
import { SORTS } from '@portside/contract/wire/sorts';
import { useTranslation, useLanguage } from '../../locales/use-translation.ts';
import { shopDays } from '../../lib/format/days.ts';
import { usePage } from '../../lib/api/query.ts';
import { Money, Count } from '../../ui/data/money.tsx';
import { ListTable } from '../../ui/table/list-table.tsx';
import type { TableColumn } from '../../ui/table/table-column.ts';
import { downloadTable } from '../../ui/table/export-button.tsx';
import { DaysFilter } from '../../ui/table/filter-fields.tsx';
import { useTableAddress } from '../../ui/table/table-address.ts';
import { ChoiceRow } from '../../ui/fields/choice-row.tsx';
import { formatUsdtBalance } from '../../lib/format/numbers.ts';
import { StatTile } from '../../ui/data/stat-tile-and-dot.tsx';
import classes from './statistics.module.css';

const FILTERS = ['by', 'from', 'to'] as const;
const BY = ['day', 'goods', 'category', 'agent'] as const;

/** Sales in a range of days, by day, product, category or agent. */
export function SalesReport() {
  const { t } = useTranslation('admin');
  const controls = useTableAddress(FILTERS, SORTS.listSales);
  const { sort } = controls.address;
  const { by: wanted, from, to } = controls.address.filters;
  const by = BY.find((one) => one === wanted) ?? 'day';
  const span = { by, ...shopDays({ from, to }) };
  const sales = usePage('listSales', { query: { ...span, ...(sort && { sort }) } });
  const columns = useColumns(by);
  const save = (format: TableFormat) => downloadTable('exportSales', span, `sales-${by}`, format);
  return (
    <>
      <ListTable
        name="sales"
        label={t('sales.title')}
        columns={columns}
        controls={controls}
        list={sales}
        exportOf="exportSales"
        onExport={save}
        rowKey={({ key }) => key}
        between={<SalesTotals sums={sales.data?.sum} from={sales.data?.from} to={sales.data?.to} />}
      >
        <ChoiceRow
          value={by}
          onChange={(value) => controls.filter({ by: value })}
          data={BY.map((value) => ({ value, label: t(`sales.by.${value}`) }))}
        />
        <DaysFilter controls={controls} />
      </ListTable>
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
    render: (row) => <Count value={row[key]} />,
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

type Props = { sums: SalesSums | undefined; from: string | undefined; to: string | undefined };

/** Totals of the whole range. */
export function SalesTotals({ sums, from, to }: Props) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
  const span = from && to ? day.formatRange(new Date(from), new Date(to)) : undefined;
  const money = (key: 'amount' | 'refunded' | 'commission' | 'income') =>
    sums && formatUsdtBalance(sums[key], language);
  return (
    <>
      <p className={classes.span}>{span ?? '\u00a0'}</p>
      <div className={classes.tiles} data-spaced data-six>
        <StatTile label={t('sales.orders')} value={sums?.orders.toLocaleString(language)} />
        <StatTile label={t('sales.accounts')} value={sums?.accounts.toLocaleString(language)} />
        <StatTile label={t('sales.amount')} value={money('amount')} />
        <StatTile label={t('sales.refunded')} value={money('refunded')} />
        <StatTile label={t('sales.commission')} value={money('commission')} />
        <StatTile label={t('sales.income')} value={money('income')} />
      </div>
    </>
  );
}
