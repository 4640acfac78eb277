import { Anchor, Box } from '@mantine/core';
import type { ProfitRow, ProfitSums, SupplierSales, TableFormat } from '@portside/contract';
import { SORTS } from '@portside/contract/wire/sorts';
import { usePage } from '../../lib/api/query.ts';
import { shopDays } from '../../lib/format/days.ts';
import { formatUsdtBalance } from '../../lib/format/numbers.ts';
import { useLanguage, useTranslation } from '../../locales/use-translation.ts';
import { Count, Money } from '../../ui/data/money.tsx';
import { StatTile } from '../../ui/data/stat-tile-and-dot.tsx';
import { ChoiceRow } from '../../ui/fields/choice-row.tsx';
import { Callout } from '../../ui/messages/callout.tsx';
import { downloadTable } from '../../ui/table/export-button.tsx';
import { DaysFilter } from '../../ui/table/filter-fields.tsx';
import { ListTable } from '../../ui/table/list-table.tsx';
import { useTableAddress } from '../../ui/table/table-address.ts';
import type { TableColumn } from '../../ui/table/table-column.ts';
import { Link } from 'wouter';
import { ordersOf, ToOrders, useParents, WholeDay } from './sales-report.tsx';
import classes from './statistics.module.css';

const FILTERS = ['by', 'from', 'to'] as const;
const BY = ['day', 'goods', 'category', 'supplier', 'agent'] as const;
const MONEY = ['revenue', 'refunded', 'cost', 'commission', 'bonus', 'profit'] as const;

/** What was earned in a range of days, beside as many days before it. */
export function ProfitReport() {
  const { t } = useTranslation('admin');
  const controls = useTableAddress(FILTERS, SORTS.listProfit);
  const { by: wanted, from, to } = controls.address.filters;
  const { sort, limit, cursor } = controls.address;
  const by = BY.find((one) => one === wanted) ?? 'day';
  const span = { by, ...shopDays({ from, to }) };
  const profit = usePage('listProfit', {
    query: { ...span, limit, ...(sort && { sort }), ...(cursor && { cursor }) },
  });
  const columns = useColumns(by, profit.data);
  const save = (format: TableFormat) => downloadTable('exportProfit', span, `profit-${by}`, format);
  return (
    <ListTable
      name="profit"
      label={t('sales.profit.title')}
      columns={columns}
      controls={controls}
      list={profit}
      exportOf="exportProfit"
      onExport={save}
      rowKey={({ key }) => key}
      between={
        <ProfitTotals
          sums={profit.data?.sum}
          before={profit.data?.before}
          from={profit.data?.from}
          to={profit.data?.to}
        />
      }
    >
      <ChoiceRow
        value={by}
        onChange={(value) => controls.filter({ by: value })}
        data={BY.map((value) => ({ value, label: t(`sales.profit.by.${value}`) }))}
      />
      <DaysFilter controls={controls} />
    </ListTable>
  );
}

function useColumns(by: (typeof BY)[number], days: Parameters<typeof ordersOf>[2]): TableColumn<ProfitRow>[] {
  const { t } = useTranslation('admin');
  const parents = useParents(by);
  const money = (key: (typeof MONEY)[number]): TableColumn<ProfitRow> => ({
    key,
    title: t(`sales.profit.${key}`),
    align: 'end',
    render: (row) => <Money amount={row[key]} hasUnit={false} />,
  });
  return [
    {
      key: 'name',
      title: t(`sales.profit.by.${by}`),
      render: ({ key, name }) => (
        <ToOrders to={ordersOf(by, key, days, parents)}>
          {by === 'day' ? (
            <WholeDay day={key} />
          ) : (
            name || t(key === 'bonus' ? 'sales.profit.none.bonus' : `sales.profit.none.${by}`)
          )}
        </ToOrders>
      ),
    },
    {
      key: 'accounts',
      title: t('sales.profit.accounts'),
      align: 'end',
      render: (row) => <Count value={row.accounts} />,
    },
    ...MONEY.map(money),
    {
      key: 'unknown',
      title: t('sales.profit.withoutCost'),
      align: 'end',
      render: (row) => <Count value={row.unknown_accounts} />,
    },
  ];
}

type Props = {
  sums: ProfitSums | undefined;
  before: ProfitSums | undefined;
  from: string | undefined;
  to: string | undefined;
};

/** Totals of the range, each above that of the days before, and what they leave out. */
function ProfitTotals({ sums, before, from, to }: Props) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
  const span = from && to ? day.formatRange(new Date(from), new Date(to)) : undefined;
  const share = sums && Number(sums.revenue) > 0 ? Number(sums.unknown_revenue) / Number(sums.revenue) : 0;
  return (
    <>
      <p className={classes.span}>{span ?? '\u00a0'}</p>
      <div className={classes.tiles} data-spaced data-six>
        {MONEY.map((key) => (
          <StatTile
            key={key}
            label={t(`sales.profit.${key}`)}
            value={sums && formatUsdtBalance(sums[key], language)}
            to={key === 'revenue' && from && to ? `/admin/order?from=${from}&to=${to}` : undefined}
            unit="USDT"
          >
            {before && t('sales.profit.before', { amount: formatUsdtBalance(before[key], language) })}
          </StatTile>
        ))}
      </div>
      {sums && sums.unknown_accounts > 0 && (
        <Box mb="md">
          <Callout tone="warn" title={t('sales.profit.unknown')}>
            {t('sales.profit.unknownHint', {
              accounts: sums.unknown_accounts.toLocaleString(language),
              share: share.toLocaleString(language, { style: 'percent', maximumFractionDigits: 1 }),
            })}{' '}
            <Anchor component={Link} inherit to="/admin/goods?tab=stock&cost=unknown">
              {t('sales.profit.unknownImports')}
            </Anchor>
          </Callout>
        </Box>
      )}
    </>
  );
}

const SUPPLIED_BY = ['supplier', 'goods', 'batch'] as const;

/** What became of everything that was ever imported, by supplier, product or import. */
export function SupplierSalesTable() {
  const { t } = useTranslation('admin');
  const controls = useTableAddress(['by']);
  const { limit, cursor } = controls.address;
  const by = SUPPLIED_BY.find((one) => one === controls.address.filters.by) ?? 'supplier';
  const sales = usePage('listSupplierProfit', { query: { by, limit, ...(cursor && { cursor }) } });
  const save = (format: TableFormat) =>
    downloadTable('exportSupplierProfit', { by }, `imports-by-${by}`, format);
  return (
    <ListTable
      name="suppliers"
      label={t('sales.suppliers.title')}
      columns={useSuppliedColumns(by)}
      controls={controls}
      list={sales}
      exportOf="exportSupplierProfit"
      onExport={save}
      rowKey={({ id }) => id}
    >
      <ChoiceRow
        value={by}
        onChange={(value) => controls.filter({ by: value })}
        data={SUPPLIED_BY.map((value) => ({ value, label: t(`sales.profit.by.${value}`) }))}
      />
    </ListTable>
  );
}

function useSuppliedColumns(by: (typeof SUPPLIED_BY)[number]): TableColumn<SupplierSales>[] {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const count = (key: 'imported' | 'sold'): TableColumn<SupplierSales> => ({
    key,
    title: t(`sales.suppliers.${key}`),
    align: 'end',
    render: (row) => <Count value={row[key]} />,
  });
  return [
    {
      key: 'name',
      title: t(`sales.profit.by.${by}`),
      render: ({ id, name }) => (
        <ToOrders to={`/admin/goods?tab=stock&${OPENS[by]}=${id}`}>
          {by === 'batch' ? `#${id} ${name}` : name || t('sales.profit.none.supplier')}
        </ToOrders>
      ),
    },
    count('imported'),
    count('sold'),
    {
      key: 'claims',
      title: t('sales.suppliers.claims'),
      align: 'end',
      render: ({ id, claim_rate: rate }) => (
        <ToOrders
          to={by !== 'supplier' || rate === null ? null : `/admin/order?tab=claims&supplier_id=${id}`}
        >
          {rate?.toLocaleString(language, { style: 'percent', maximumFractionDigits: 1 }) ?? '–'}
        </ToOrders>
      ),
    },
    {
      key: 'replaced',
      title: t('sales.suppliers.replacements'),
      align: 'end',
      render: ({ replacement_cost: cost }) => <Money amount={cost} hasUnit={false} />,
    },
    {
      key: 'days',
      title: t('sales.suppliers.days'),
      align: 'end',
      render: ({ days_to_sell: days }) => (days === null ? '–' : days.toLocaleString(language)),
    },
  ];
}

/** What of the address of the stock's page shows the imports of a supplier or product, or one. */
const OPENS = { supplier: 'supplier_id', goods: 'goods_id', batch: 'open' } as const;
