import { Anchor, Group } from '@mantine/core';
import type { CustomerCounts, OfferSales, TableFormat } from '@portside/contract';
import { Link } from 'wouter';
import { usePage } from '../../lib/api/query.ts';
import { shopDays } from '../../lib/format/days.ts';
import { useLanguage, useTranslation } from '../../locales/use-translation.ts';
import { Count, Money } from '../../ui/data/money.tsx';
import { StatTile } from '../../ui/data/stat-tile-and-dot.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { LoadFailure } from '../../ui/messages/empty-state.tsx';
import { downloadTable, ExportButton } from '../../ui/table/export-button.tsx';
import { DaysFilter } from '../../ui/table/filter-fields.tsx';
import { ListTable } from '../../ui/table/list-table.tsx';
import { useTableAddress } from '../../ui/table/table-address.ts';
import type { TableColumn } from '../../ui/table/table-column.ts';
import classes from './statistics.module.css';

const DAYS = ['from', 'to'] as const;

/** What promotions, coupons and other prices brought in a range of days, and what they took off. */
export function OfferReport() {
  const { t } = useTranslation('admin');
  const controls = useTableAddress(DAYS);
  const span = shopDays(controls.address.filters);
  const { limit, cursor } = controls.address;
  const offers = usePage('listOfferSales', { query: { ...span, limit, ...(cursor && { cursor }) } });
  const save = (format: TableFormat) => downloadTable('exportOfferSales', span, 'offers', format);
  return (
    <ListTable<OfferSales>
      name="offers"
      label={t('sales.offers.title')}
      columns={useOfferColumns(offers.data)}
      controls={controls}
      list={offers}
      exportOf="exportOfferSales"
      onExport={save}
      rowKey={({ kind, id }) => `${kind} ${id}`}
      between={<p className={classes.span}>{t('sales.offers.lede')}</p>}
    >
      <DaysFilter controls={controls} />
    </ListTable>
  );
}

function useOfferColumns(days: Days | undefined): TableColumn<OfferSales>[] {
  const { t } = useTranslation('admin');
  const count = (key: 'orders' | 'accounts'): TableColumn<OfferSales> => ({
    key,
    title: t(`sales.${key}`),
    align: 'end',
    render: (row) => <Count value={row[key]} />,
  });
  const money = (key: 'amount' | 'taken_off', title: string): TableColumn<OfferSales> => ({
    key,
    title,
    align: 'end',
    render: (row) => <Money amount={row[key]} hasUnit={false} />,
  });
  return [
    { key: 'name', title: t('sales.offers.kind'), render: (row) => <OfferName offer={row} /> },
    {
      ...count('orders'),
      render: (row) => <OfferOrders offer={row} days={days} />,
    },
    count('accounts'),
    money('amount', t('sales.amount')),
    money('taken_off', t('sales.offers.taken')),
  ];
}

type Days = { readonly from: string; readonly to: string };

/** How many, leading to them; the orders of a coupon that was deleted cannot be told apart any more. */
function OfferOrders({
  offer: { kind, id, name, orders },
  days,
}: {
  offer: OfferSales;
  days: Days | undefined;
}) {
  const isGone = kind === 'coupon' && name === '';
  if (!days || isGone) return <Count value={orders} />;
  const sold = new URLSearchParams(
    kind === 'coupon'
      ? { coupon: name }
      : { price_source: kind, ...(kind === 'promotion' && id !== null && { price_list: id }) },
  );
  return (
    <Anchor component={Link} inherit to={`/admin/order?${sold}&from=${days.from}&to=${days.to}`}>
      <Count value={orders} />
    </Anchor>
  );
}

/** With the way to the coupon or the promotion. */
function OfferName({ offer: { kind, name } }: { offer: OfferSales }) {
  const { t } = useTranslation('admin');
  const label = t(`sales.offers.${kind === 'level' ? 'levelPrice' : kind}`);
  if (kind !== 'coupon' && kind !== 'promotion') return label;
  const to =
    kind === 'coupon'
      ? `/admin/prices?tab=coupons&q=${encodeURIComponent(name)}`
      : '/admin/prices?tab=promotions';
  return (
    <>
      {label}{' '}
      <Anchor component={Link} inherit to={to} translate="no">
        {name || t('sales.offers.gone')}
      </Anchor>
    </>
  );
}

const FUNNEL = ['visits', 'signed_up', 'topped_up', 'ordered', 'ordered_again'] as const;
const BUYERS = ['buyers', 'returning_buyers'] as const;

/** From visit to order, and who came back, each above as many days before. */
export function CustomerReport() {
  const { t } = useTranslation('admin');
  const controls = useTableAddress(DAYS);
  const language = useLanguage();
  const span = shopDays(controls.address.filters);
  const customers = usePage('readCustomers', { query: span });
  const save = (format: TableFormat) => downloadTable('exportCustomers', span, 'customers', format);
  const { sum, before, from, to } = customers.data ?? {};
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
  const tiles = (keys: readonly (keyof CustomerCounts)[]) => (
    <div className={classes.tiles} data-spaced>
      {keys.map((key) => (
        <Counted key={key} name={key} sum={sum} before={before} to={listOf(key, customers.data)} />
      ))}
    </div>
  );
  return (
    <Panel
      title={t('sales.customers.title')}
      aside={
        <Group align="end">
          <DaysFilter controls={controls} />
          <ExportButton of="exportCustomers" onExport={save} />
        </Group>
      }
    >
      <p className={classes.span}>{t('sales.customers.lede')}</p>
      {customers.isError && !customers.data ? (
        <LoadFailure error={customers.error} onRetry={() => void customers.refetch()} />
      ) : (
        <>
          <p className={classes.span}>
            {from && to ? day.formatRange(new Date(from), new Date(to)) : '\u00a0'}
          </p>
          <h3 className={classes.group}>{t('sales.customers.funnel')}</h3>
          {tiles(FUNNEL)}
          <h3 className={classes.group}>{t('sales.customers.who')}</h3>
          {tiles(BUYERS)}
        </>
      )}
    </Panel>
  );
}

/** Visitors and what became of people are in no list; nor are buyers, who are fewer than the orders of the days. */
const listOf = (
  name: keyof CustomerCounts,
  days: { from: string; to: string } | undefined,
): string | undefined =>
  name === 'signed_up' && days ? `/admin/user?role_id=0&from=${days.from}&to=${days.to}` : undefined;

type CountedProps = {
  name: keyof CustomerCounts;
  sum: CustomerCounts | undefined;
  before: CustomerCounts | undefined;
  to: string | undefined;
};

/** A count, its share of what it is a part of, and the count before. */
function Counted({ name, sum, before, to }: CountedProps) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const whole = name === 'returning_buyers' ? sum?.buyers : sum?.signed_up;
  const isPart = name !== 'visits' && name !== 'signed_up' && name !== 'buyers';
  const share =
    sum &&
    isPart &&
    whole !== 0 &&
    (sum[name] / whole!).toLocaleString(language, { style: 'percent', maximumFractionDigits: 1 });
  return (
    <StatTile
      label={t(`sales.customers.${name}`)}
      value={sum?.[name].toLocaleString(language)}
      to={to}
      {...(share && {
        hint: t(`sales.customers.${name === 'returning_buyers' ? 'ofBuyers' : 'of'}`, { share }),
      })}
    >
      {before && t('sales.before', { value: before[name].toLocaleString(language) })}
    </StatTile>
  );
}
