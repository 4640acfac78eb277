import { Anchor } from '@mantine/core';
import type { Data, SalesRow, SalesSums, TableFormat } from '@portside/contract';
import { SORTS } from '@portside/contract/wire/sorts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation, useLanguage } from '../../locales/use-translation.ts';
import { shopDays } from '../../lib/format/days.ts';
import { query, usePage } from '../../lib/api/query.ts';
import { Money, Count } from '../../ui/data/money.tsx';
import { ListTable } from '../../ui/table/list-table.tsx';
import type { TableColumn } from '../../ui/table/table-column.ts';
import { downloadTable } from '../../ui/table/export-button.tsx';
import { DaysFilter } from '../../ui/table/filter-fields.tsx';
import { useTableAddress } from '../../ui/table/table-address.ts';
import { ChoiceRow } from '../../ui/fields/choice-row.tsx';
import { formatUsdtBalance } from '../../lib/format/numbers.ts';
import { StatTile } from '../../ui/data/stat-tile-and-dot.tsx';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import classes from './statistics.module.css';

const FILTERS = ['by', 'from', 'to'] as const;
const BY = ['day', 'goods', 'category', 'agent', 'level'] as const;

/** Sales in a range of days, by day, product, category, agent or level; each row leads to its orders. */
export function SalesReport() {
  const { t } = useTranslation('admin');
  const controls = useTableAddress(FILTERS, SORTS.listSales);
  const { by: wanted, from, to } = controls.address.filters;
  const { sort, limit, cursor } = controls.address;
  const by = BY.find((one) => one === wanted) ?? 'day';
  const span = { by, ...shopDays({ from, to }) };
  const sales = usePage('listSales', {
    query: { ...span, limit, ...(sort && { sort }), ...(cursor && { cursor }) },
  });
  const columns = useColumns(by, sales.data);
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
        between={
          <SalesTotals
            sums={sales.data?.sum}
            before={sales.data?.before}
            from={sales.data?.from}
            to={sales.data?.to}
          />
        }
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

function useColumns(by: (typeof BY)[number], days: Shown | undefined): TableColumn<SalesRow>[] {
  const { t } = useTranslation('admin');
  const parents = useParents(by);
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
      render: ({ key, name }) => (
        <ToOrders to={ordersOf(by, key, days, parents)}>
          {by === 'day' ? <WholeDay day={key} /> : name || t(namelessOf(by, key))}
        </ToOrders>
      ),
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

/** Names what has no name: nobody's, of before, or of a level that was deleted since. */
function namelessOf(by: (typeof BY)[number], key: string) {
  if (by !== 'level') return 'sales.noAgent';
  return key === '0' ? 'sales.noLevel' : key === 'unknown' ? 'sales.unknownLevel' : 'sales.offers.gone';
}

type Shown = { readonly from: string; readonly to: string };

/** A day with its weekday. */
export const WholeDay = ({ day }: { day: string }) => (
  <time dateTime={day}>
    {new Intl.DateTimeFormat(useLanguage(), { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(day))}
  </time>
);

/** The name of a row, leading to what it counts if that has a list. */
export const ToOrders = ({ to, children }: { to: string | null; children: ReactNode }) =>
  to === null ? (
    children
  ) : (
    <Anchor component={Link} inherit to={to}>
      {children}
    </Anchor>
  );

const parentsIn = ({ items }: Data<'listCategories'>): ReadonlySet<string> =>
  new Set(items.flatMap(({ parent }) => (parent ? [parent.id] : [])));

/** The categories that have subcategories; undefined until they are known, and where nobody needs them. */
export const useParents = (by: string): ReadonlySet<string> | undefined =>
  useQuery({ ...query('listCategories'), select: parentsIn, enabled: by === 'category' }).data;

/** The imports of a supplier, or with 0 those that name none. */
const importsOf = (supplierId: string): string => `/admin/goods?tab=stock&supplier_id=${supplierId}`;

/**
 * Where the orders that a row counts are listed, or the imports of its supplier; null where no list has just them. The
 * list of a category has the orders of its subcategories too, which are rows of their own: one of `parents` leads
 * nowhere.
 */
export function ordersOf(
  by: (typeof BY)[number] | 'supplier',
  key: string,
  days: Shown | undefined,
  parents: ReadonlySet<string> | undefined,
): string | null {
  if (by === 'day') return `/admin/order?from=${key}&to=${key}`;
  const isNone = key === '0' || !/^\d+$/.test(key);
  if (by === 'supplier') return /^\d+$/.test(key) ? importsOf(key) : null;
  // Of before levels were recorded.
  if (!days || key === 'unknown' || (isNone && by !== 'agent' && by !== 'level')) return null;
  if (by === 'category' && (!parents || parents.has(key))) return null;
  return `/admin/order?${by}=${key}&from=${days.from}&to=${days.to}`;
}

/** What the orders of the days sum up to. Refunds count on other days than their orders. */
const SOLD: ReadonlySet<string> = new Set(['orders', 'accounts', 'amount']);

type Props = {
  sums: SalesSums | undefined;
  before: SalesSums | undefined;
  from: string | undefined;
  to: string | undefined;
};

/** Totals of the whole range, each above that of as many days before. */
export function SalesTotals({ sums, before, from, to }: Props) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
  const span = from && to ? day.formatRange(new Date(from), new Date(to)) : undefined;
  const tile = (key: 'orders' | 'accounts' | 'amount' | 'refunded' | 'commission' | 'income') => {
    const write = (value: string | number) =>
      typeof value === 'number' ? value.toLocaleString(language) : formatUsdtBalance(value, language);
    return (
      <StatTile
        key={key}
        label={t(`sales.${key}`)}
        value={sums && write(sums[key])}
        to={SOLD.has(key) && from && to ? `/admin/order?from=${from}&to=${to}` : undefined}
        {...(key !== 'orders' && key !== 'accounts' && { unit: 'USDT' })}
      >
        {before && t('sales.before', { value: write(before[key]) })}
      </StatTile>
    );
  };
  return (
    <>
      <p className={classes.span}>{span ?? '\u00a0'}</p>
      <div className={classes.tiles} data-spaced data-six>
        {(['orders', 'accounts', 'amount', 'refunded', 'commission', 'income'] as const).map(tile)}
      </div>
    </>
  );
}
