import type { Order } from '@portside/contract';
import { ActionIcon, Button, NativeSelect } from '@mantine/core';
import { IconChevronRight, IconDownload, IconRepeat } from '@tabler/icons-react';
import { useTranslation, useLanguage } from '../../../locales/use-translation.ts';
import { useThrottledAction } from '../../../lib/browser/use-throttled-action.ts';
import { formatDate, formatTime } from '../../../lib/format/times.ts';
import { Link } from 'wouter';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import { PagedList, type Column } from '../../../ui/data/data-list.tsx';
import { EmptyState } from '../../../ui/messages/empty-state.tsx';
import { StatusBadge } from '../../../ui/data/status-badge.tsx';
import { Money } from '../../../ui/data/money.tsx';
import { EmptyQuayPicture, SpyglassPicture } from '../../../ui/pictures/pictures.tsx';
import { copyOfAccounts, againPath, saveAccounts } from '../delivery/order-actions.ts';
import { EraseCountdown } from '../delivery/erase-countdown.tsx';
import {
  isFiltering,
  NO_FILTER,
  cleanSearch,
  orderQuery,
  type OrderFilter,
  useOrderFilter,
} from './order-filter.ts';
import classes from './history.module.css';
import { DeliveryBadge, OrderStatusBadge } from './order-facts.tsx';
import { useQuery, useInfiniteQuery } from '@tanstack/react-query';
import { itemsOf, query, pages } from '../../../lib/api/query.ts';
import { DayRangeField } from '../../../ui/fields/day-range-field.tsx';
import { SearchField } from '../../../ui/fields/search-field.tsx';

type Props = { area: '/client' | '/mobile'; onOpen: (orderNo: string) => void };

/** The buyer's orders that match the URL's filter. A click anywhere in a row opens its details. */
export function OrderList({ area, onOpen }: Props) {
  const { t } = useTranslation();
  const [filter] = useOrderFilter();
  const orders = useOrders(filter);
  return (
    <div className={classes.frame}>
      <PagedList
        label={t('orders.list')}
        columns={useColumns(onOpen)}
        list={orders}
        rowKey={({ order_no }) => order_no}
        empty={isFiltering(filter) ? <NotFound /> : <NoOrders area={area} />}
      />
    </div>
  );
}

function useColumns(onOpen: (orderNo: string) => void): Column<Order>[] {
  const { t } = useTranslation();
  const language = useLanguage();
  return [
    {
      key: 'number',
      title: t('orders.field.number'),
      onCard: 'heading',
      render: ({ order_no: number }) => <OrderNumber number={number} />,
    },
    {
      key: 'goods',
      title: t('orders.field.goods'),
      render: ({ goods }) => <span className={classes.goods}>{goods.name}</span>,
    },
    {
      key: 'quantity',
      title: t('orders.field.quantity'),
      align: 'end',
      render: ({ quantity }) => <span className="figures">{quantity.toLocaleString(language)}</span>,
    },
    {
      key: 'total',
      title: t('orders.field.total'),
      align: 'end',
      render: ({ total_amount }) => <Money amount={total_amount} />,
    },
    {
      key: 'status',
      title: t('orders.field.status'),
      render: ({ status, has_open_claim: isClaimed }) => (
        <span className={classes.states}>
          <OrderStatusBadge status={status} />
          {isClaimed && (
            <StatusBadge tone="warn" isLive>
              {t('orders.claimed')}
            </StatusBadge>
          )}
        </span>
      ),
    },
    {
      key: 'delivery',
      isExtra: true,
      title: t('orders.field.delivery'),
      render: ({ delivery }) => <DeliveryBadge state={delivery.state} />,
    },
    {
      key: 'created',
      title: t('orders.field.created'),
      render: ({ created_at: at }) => <PlacedAt at={at} />,
    },
    {
      key: 'erase',
      isExtra: true,
      title: t('orders.field.erase'),
      render: (order) => <EraseCountdown order={order} />,
    },
    {
      key: 'details',
      title: t('orders.details'),
      isTitleHidden: true,
      onCard: 'wide',
      align: 'end',
      render: (order) => <RowActions order={order} onOpen={onOpen} />,
    },
  ];
}

const OrderNumber = ({ number }: { number: string }) => (
  <span className={classes.number}>
    <code translate="no">{number}</code>
    <CopyButton text={number} />
  </span>
);

function PlacedAt({ at }: { at: string }) {
  const language = useLanguage();
  return (
    <time dateTime={at} className={`${classes.time} figures`}>
      {formatDate(at, language)} <span>{formatTime(at, language)}</span>
    </time>
  );
}

/** The accounts to copy or as a file while they are there, the same order again, and all about it. */
function RowActions({ order, onOpen }: { order: Order; onOpen: (orderNo: string) => void }) {
  const { t } = useTranslation();
  const { order_no: number, goods, accounts_deleted: isDeleted } = order;
  const save = useThrottledAction(() => saveAccounts(number, 'txt'));
  const again = t('orders.latest.againNamed', { name: goods.name });
  const file = t('orders.latest.fileOf', { file: t('orders.accounts.txt'), number });
  return (
    <span className={classes.rowActions}>
      {!isDeleted && (
        <>
          <CopyButton text={() => copyOfAccounts(number)} name={t('orders.copyOf', { number })} />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={file}
            title={file}
            loading={save.isRunning}
            onClick={() => void save.run()}
          >
            <IconDownload size={16} />
          </ActionIcon>
        </>
      )}
      <ActionIcon
        component={Link}
        to={againPath(order)}
        variant="subtle"
        color="gray"
        aria-label={again}
        title={again}
      >
        <IconRepeat size={16} />
      </ActionIcon>
      <DetailsButton number={number} onOpen={onOpen} />
    </span>
  );
}

function DetailsButton({ number, onOpen }: { number: string; onOpen: (orderNo: string) => void }) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      className={classes.open}
      aria-label={t('orders.detailsOf', { number })}
      onClick={() => onOpen(number)}
    >
      <span className={classes.openWord}>{t('orders.details')}</span>
      <IconChevronRight size={17} aria-hidden />
    </button>
  );
}

function NoOrders({ area }: { area: string }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      picture={<EmptyQuayPicture />}
      title={t('orders.empty.title')}
      text={t('orders.empty.text')}
      action={
        <Button component={Link} to={`${area}/purchase-account`}>
          {t('orders.empty.buy')}
        </Button>
      }
    />
  );
}

function NotFound() {
  const { t } = useTranslation();
  const [, change] = useOrderFilter();
  return (
    <EmptyState
      picture={<SpyglassPicture />}
      title={t('orders.notFound.title')}
      text={t('orders.notFound.text')}
      action={
        <Button variant="default" onClick={() => change(NO_FILTER)}>
          {t('orders.filter.reset')}
        </Button>
      }
    />
  );
}

/** Order number or account, category and time, kept in the URL. */
export function OrderFilterBar() {
  const { t } = useTranslation();
  const [filter, change] = useOrderFilter();
  const { data: categories } = useQuery({ ...query('listCategories'), select: itemsOf });
  return (
    <search className={classes.bar}>
      <SearchField
        label={t('orders.filter.number')}
        clearLabel={t('orders.filter.clear')}
        value={filter.text}
        clean={cleanSearch}
        onSearch={(text) => change({ text })}
      />
      <NativeSelect
        aria-label={t('orders.filter.type')}
        data={[
          { value: '', label: t('orders.filter.allTypes') },
          ...(categories ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={filter.category}
        onChange={(event) => change({ category: event.currentTarget.value })}
      />
      <DayRangeField from={filter.from} to={filter.to} onChange={(from, to) => change({ from, to })} />
      <Button variant="default" disabled={!isFiltering(filter)} onClick={() => change(NO_FILTER)}>
        {t('orders.filter.reset')}
      </Button>
    </search>
  );
}

/** The buyer's orders, newest first, loaded page by page. */
const useOrders = (filter: OrderFilter) =>
  useInfiniteQuery(pages('listOrders', { query: orderQuery(filter) }));
