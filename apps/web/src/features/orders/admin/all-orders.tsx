import type { AdminOrder, TableFormat } from '@portside/contract';
import { SORTS } from '@portside/contract/wire/sorts';
import type { ReactNode } from 'react';
import { useTranslation, useLanguage } from '../../../locales/use-translation.ts';
import { usePage, itemsOf, query } from '../../../lib/api/query.ts';
import { formatDate } from '../../../lib/format/times.ts';
import { shopDays } from '../../../lib/format/days.ts';
import { ListTable } from '../../../ui/table/list-table.tsx';
import { downloadTable } from '../../../ui/table/export-button.tsx';
import { tableQuery, useTableAddress, type TableControls } from '../../../ui/table/table-address.ts';
import { useOpened } from '../../../ui/layout/use-opened.ts';
import { ORDER_STATUSES, DeliveryBadge, OrderStatusBadge } from '../history/order-facts.tsx';
import { AdminOrderSheet } from './admin-order-sheet.tsx';
import { Money, Count, DateTime } from '../../../ui/data/money.tsx';
import type { TableColumn } from '../../../ui/table/table-column.ts';
import { useQuery } from '@tanstack/react-query';
import { ChoiceFilter, DaysFilter, TextFilter } from '../../../ui/table/filter-fields.tsx';
import { Button } from '@mantine/core';
import type { RequestOf } from '../../../lib/api/call.ts';
import classes from './orders-admin.module.css';

type Props = {
  /** The order's pending approvals. */
  renderPending: (orderNo: string) => ReactNode;
};

/** Orders of all buyers, with totals. */
export function AllOrders({ renderPending }: Props) {
  const { t } = useTranslation('admin');
  const controls = useTableAddress(FILTERS, SORTS.listAllOrders);
  const [opened, open] = useOpened();
  const columns = useOrderColumns();
  const query = {
    ...tableQuery(controls.address, { status: ORDER_STATUSES }),
    ...shopDays(controls.address.filters),
  };
  const { sort: _sort, limit: _limit, cursor: _cursor, ...filter } = query;
  const orders = usePage('listAllOrders', { query });
  const save = (format: TableFormat) => downloadTable('exportOrders', filter, 'orders', format);
  return (
    <>
      <ListTable<AdminOrder>
        name="orders"
        label={t('orders.title')}
        columns={columns}
        controls={controls}
        list={orders}
        exportOf="exportOrders"
        onExport={save}
        rowKey={({ order_no: number }) => number}
        onOpen={({ order_no: number }) => open(number)}
        between={<OrderTotals filter={filter} />}
      >
        <OrdersFilter controls={controls} />
      </ListTable>
      {opened !== null && (
        <AdminOrderSheet orderNo={opened} pending={renderPending(opened)} onClose={() => open(null)} />
      )}
    </>
  );
}

function useOrderColumns(): TableColumn<AdminOrder>[] {
  const { t } = useTranslation(['translation', 'admin']);
  return [
    {
      key: 'order_no',
      title: t('orders.field.number'),
      render: ({ order_no: number }) => <code>{number}</code>,
    },
    { key: 'buyer', title: t('admin:orders.filter.buyer'), render: ({ buyer }) => buyer.username },
    {
      key: 'email',
      title: t('admin:orders.email'),
      isExtra: true,
      render: ({ buyer }) => buyer.email,
    },
    { key: 'goods', title: t('orders.field.goods'), render: ({ goods }) => goods.name },
    {
      key: 'quantity',
      title: t('orders.field.quantity'),
      align: 'end',
      render: ({ quantity }) => <Count value={quantity} />,
    },
    {
      key: 'total_amount',
      title: t('orders.field.total'),
      align: 'end',
      render: ({ total_amount: amount }) => <Money amount={amount} />,
    },
    {
      key: 'status',
      title: t('orders.field.status'),
      render: ({ status }) => <OrderStatusBadge status={status} />,
    },
    {
      key: 'delivery',
      title: t('orders.field.delivery'),
      render: ({ delivery }) => <DeliveryBadge state={delivery.state} />,
    },
    {
      key: 'agent',
      title: t('admin:orders.agent'),
      isExtra: true,
      render: ({ agent }) => agent?.platform_name ?? '–',
    },
    {
      key: 'created_at',
      title: t('orders.field.created'),
      render: ({ created_at: at }) => <DateTime at={at} />,
    },
  ];
}

const FILTERS = [
  'order_no',
  'buyer',
  'category',
  'goods',
  'status',
  'from',
  'to',
  'amount_from',
  'amount_to',
] as const;

type Controls = TableControls<(typeof FILTERS)[number]>;

/** All filters of the order list; they combine with AND. */
function OrdersFilter({ controls }: { controls: Controls }) {
  const { t } = useTranslation(['translation', 'admin']);
  const { data: categories = [] } = useQuery({ ...query('listCategories'), select: itemsOf });
  const { data: goods = [] } = useQuery({ ...query('listGoods'), select: itemsOf });
  const named = ({ id, name }: { id: string; name: string }) => ({ value: id, label: name });
  const text = (name: 'order_no' | 'buyer' | 'amount_from' | 'amount_to') => (
    <TextFilter controls={controls} name={name} label={t(`admin:orders.filter.${name}`)} />
  );
  return (
    <>
      {text('order_no')}
      {text('buyer')}
      <ChoiceFilter
        controls={controls}
        name="status"
        label={t('orders.field.status')}
        options={ORDER_STATUSES.map((value) => ({ value, label: t(`orders.status.${value}`) }))}
      />
      <ChoiceFilter
        controls={controls}
        name="category"
        label={t('admin:goods.field.category')}
        options={categories.map(named)}
      />
      <ChoiceFilter
        controls={controls}
        name="goods"
        label={t('orders.field.goods')}
        options={goods.map(named)}
      />
      <DaysFilter controls={controls} />
      {text('amount_from')}
      {text('amount_to')}
    </>
  );
}

type Filter = RequestOf<'totalOrders'>['query'];

/** Number and amount of the orders that match the filter; says so where the oldest were not counted. */
export function OrderTotals({ filter }: { filter: NonNullable<Filter> }) {
  const { t } = useTranslation(['admin', 'translation']);
  const language = useLanguage();
  const { data, isError, refetch } = usePage('totalOrders', { query: filter });
  if (isError && !data)
    return (
      <p className={classes.totals} role="alert">
        <span>{t('orders.total.failed')}</span>
        <Button variant="subtle" size="compact-sm" onClick={() => void refetch()}>
          {t('translation:shell.retry')}
        </Button>
      </p>
    );
  const figure = (value: number | undefined) => value?.toLocaleString(language) ?? '…';
  return (
    <p className={`${classes.totals} figures`} aria-live="polite">
      <span>{t('orders.total.orders', { orders: figure(data?.orders) })}</span>
      <span>{t('orders.total.accounts', { accounts: figure(data?.accounts) })}</span>
      {data && <Money amount={data.amount} />}
      {data?.counted_from && (
        <span className={classes.since}>
          {t('orders.total.since', { day: formatDate(data.counted_from, language) })}
        </span>
      )}
    </p>
  );
}
