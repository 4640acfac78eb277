import { ORDER_DELIVERY_STATES, type AdminOrder, type TableFormat } from '@portside/contract';
import { SORTS } from '@portside/contract/wire/sorts';
import { PRICE_SOURCES } from '@portside/contract/wire/quote';
import type { ReactNode } from 'react';
import { useTranslation, useLanguage } from '../../../locales/use-translation.ts';
import { everyPage } from '../../../lib/api/every-page.ts';
import { usePage, itemsOf, query } from '../../../lib/api/query.ts';
import { formatDate } from '../../../lib/format/times.ts';
import { shopDays } from '../../../lib/format/days.ts';
import { ListTable } from '../../../ui/table/list-table.tsx';
import { downloadTable } from '../../../ui/table/export-button.tsx';
import { tableQuery, useTableAddress, type TableControls } from '../../../ui/table/table-address.ts';
import { useOpened } from '../../../ui/layout/use-opened.ts';
import { ORDER_STATUSES, DeliveryBadge, OrderStatusBadge } from '../history/order-facts.tsx';
import { NewOrders } from './new-orders.tsx';
import { AdminOrderSheet } from './admin-order-sheet.tsx';
import { Money, Count, DateTime } from '../../../ui/data/money.tsx';
import type { TableColumn } from '../../../ui/table/table-column.ts';
import { useQuery } from '@tanstack/react-query';
import {
  ChoiceFilter,
  DaysFilter,
  SearchedChoiceFilter,
  TextFilter,
} from '../../../ui/table/filter-fields.tsx';
import { Button } from '@mantine/core';
import { useMay } from '../../../lib/api/permissions.ts';
import { Allowed } from '../../../ui/layout/allowed.tsx';
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
    ...tableQuery(controls.address, {
      status: ORDER_STATUSES,
      delivery: ORDER_DELIVERY_STATES,
      price_source: PRICE_SOURCES,
    }),
    ...shopDays(controls.address.filters),
  };
  const { sort: _sort, limit: _limit, cursor: _cursor, ...filter } = query;
  const orders = usePage('listAllOrders', { query });
  const isNewestFirst = !query.cursor && (query.sort ?? '-created_at') === '-created_at';
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
        between={
          <>
            <Allowed to="totalOrders">
              <OrderTotals filter={filter} />
            </Allowed>
            {isNewestFirst && orders.data && <NewOrders query={query} shown={orders.data.items} />}
          </>
        }
      >
        <OrdersFilter controls={controls} />
      </ListTable>
      {opened !== null && (
        <AdminOrderSheet
          key={opened}
          orderNo={opened}
          pending={renderPending(opened)}
          onClose={() => open(null)}
        />
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
      render: (order) => <Numbered order={order} />,
    },
    {
      key: 'buyer',
      title: t('admin:orders.filter.buyer'),
      render: ({ buyer }) => <span className={classes.cut}>{buyer.username}</span>,
    },
    {
      key: 'email',
      title: t('admin:orders.email'),
      isExtra: true,
      render: ({ buyer }) => buyer.email,
    },
    {
      key: 'goods',
      title: t('orders.field.goods'),
      render: (order) => <Ordered order={order} />,
    },
    {
      key: 'quantity',
      isRoomy: true,
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
      render: ({ status, delivery: { state } }) => (
        <span className={classes.states}>
          <OrderStatusBadge status={status} />
          {(state === 'failed' || state === 'unconfirmed') && <DeliveryBadge state={state} />}
        </span>
      ),
    },
    {
      // What went wrong is beside the status.
      key: 'delivery',
      isExtra: true,
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
      isRoomy: true,
      title: t('orders.field.created'),
      render: ({ created_at: at }) => <DateTime at={at} />,
    },
  ];
}

/** Its time is below it where that has no column. */
const Numbered = ({ order: { order_no: number, created_at: at } }: { order: AdminOrder }) => (
  <>
    <code translate="no" className={classes.number}>
      {number}
    </code>
    <span className={classes.under}>
      <DateTime at={at} />
    </span>
  </>
);

/** The quantity is below it where that has no column. */
const Ordered = ({ order: { goods, quantity } }: { order: AdminOrder }) => (
  <>
    <span className={classes.cut} title={goods.name}>
      {goods.name}
    </span>
    <span className={classes.under}>
      × <Count value={quantity} />
    </span>
  </>
);

const FILTERS = [
  'order_no',
  'buyer',
  'email',
  'category',
  'goods',
  'agent',
  'level',
  'status',
  'delivery',
  'price_source',
  'price_list',
  'coupon',
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
  const goods = useAnyGoods();
  const agents = useAgents();
  const levels = useLevels();
  const named = ({ id, name }: { id: string; name: string }) => ({ value: id, label: name });
  const text = (name: 'order_no' | 'buyer' | 'email' | 'amount_from' | 'amount_to' | 'coupon') => (
    <TextFilter controls={controls} name={name} label={t(`admin:orders.filter.${name}`)} />
  );
  return (
    <>
      {text('order_no')}
      {text('buyer')}
      {text('email')}
      <ChoiceFilter
        controls={controls}
        name="status"
        label={t('orders.field.status')}
        options={ORDER_STATUSES.map((value) => ({ value, label: t(`orders.status.${value}`) }))}
      />
      <ChoiceFilter
        controls={controls}
        name="delivery"
        label={t('orders.field.delivery')}
        options={ORDER_DELIVERY_STATES.map((value) => ({ value, label: t(`orders.delivery.${value}`) }))}
      />
      <ChoiceFilter
        controls={controls}
        name="category"
        label={t('admin:goods.field.category')}
        options={categories.map(named)}
      />
      <SearchedChoiceFilter
        controls={controls}
        name="goods"
        label={t('orders.field.goods')}
        options={goods.map(named)}
      />
      {(agents || controls.address.filters.agent !== '') && (
        <SearchedChoiceFilter
          controls={controls}
          name="agent"
          label={t('admin:orders.agent')}
          options={[{ value: '0', label: t('admin:sales.noAgent') }, ...(agents ?? [])]}
        />
      )}
      {(levels || controls.address.filters.level !== '') && (
        <ChoiceFilter
          controls={controls}
          name="level"
          label={t('admin:sales.by.level')}
          options={[{ value: '0', label: t('admin:sales.noLevel') }, ...(levels ?? [])]}
        />
      )}
      <DaysFilter controls={controls} />
      {text('amount_from')}
      {text('amount_to')}
      <PriceFilters controls={controls} />
      {controls.address.filters.coupon !== '' && text('coupon')}
    </>
  );
}

/** By which price it was sold: only where figures lead here with it. */
function PriceFilters({ controls }: { controls: Controls }) {
  const { t } = useTranslation('admin');
  const { price_source: source, price_list: list } = controls.address.filters;
  const lists = useQuery({
    ...query('listPriceLists', { query: { limit: 500 } }),
    select: itemsOf,
    enabled: list !== '',
  });
  return (
    <>
      {source !== '' && (
        <ChoiceFilter
          controls={controls}
          name="price_source"
          label={t('sales.offers.kind')}
          options={PRICE_SOURCES.map((value) => ({
            value,
            label: t(`sales.offers.${value === 'level' ? 'levelPrice' : value}`),
          }))}
        />
      )}
      {list !== '' && (
        <SearchedChoiceFilter
          controls={controls}
          name="price_list"
          label={t('prices.lists.title')}
          options={lists.data?.map(({ id, name }) => ({ value: id, label: name })) ?? []}
        />
      )}
    </>
  );
}

/** Products on sale or not, where the reader may see those; otherwise those on sale. */
export function useAnyGoods(): readonly { readonly id: string; readonly name: string }[] {
  const may = useMay();
  const hasAll = may('listAllGoods');
  const all = useQuery({
    ...everyPage('listAllGoods'),
    select: itemsOf,
    enabled: hasAll,
  });
  const onSale = useQuery({ ...everyPage('listGoods'), select: itemsOf, enabled: !hasAll });
  return (hasAll ? all.data : onSale.data) ?? [];
}

/** Undefined for who may not see them. */
function useAgents(): readonly { readonly value: string; readonly label: string }[] | undefined {
  const agents = useQuery({
    ...query('listAgents', { query: { limit: 500 } }),
    select: itemsOf,
    enabled: useMay()('listAgents'),
  });
  return agents.data?.map(({ id, platform_name: label }) => ({ value: id, label }));
}

/** Undefined where there are none, and for who may not see them. */
function useLevels(): readonly { readonly value: string; readonly label: string }[] | undefined {
  const levels = useQuery({
    ...query('listBuyerLevels'),
    select: itemsOf,
    enabled: useMay()('listBuyerLevels'),
  });
  if (!levels.data?.length) return undefined;
  return levels.data.map(({ id, name: label }) => ({ value: id, label }));
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
