import type { AdminOrder } from '@portside/contract';
import { SORTS } from '@portside/contract/wire/sorts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { usePage } from '../../../lib/api/use-page.ts';
import { dayRange } from '../../../lib/day-range.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { downloadTable } from '../../../ui/table/download-table.ts';
import { tableQuery } from '../../../ui/table/table-address.ts';
import { TableTools } from '../../../ui/table/table-tools.tsx';
import { useTableAddress } from '../../../ui/table/use-table-address.ts';
import { useOpened } from '../../../ui/layout/use-opened.ts';
import { ORDER_STATUSES } from '../history/order-status-badge.tsx';
import { AdminOrderSheet } from './admin-order-sheet.tsx';
import { FILTERS, OrdersFilter } from './orders-filter.tsx';
import { OrderTotals } from './order-totals.tsx';
import { useOrderColumns } from './order-columns.tsx';

const NAME = 'orders';

type Props = {
  /** Shown on an order: what of it waits for a second person. */
  renderWaiting: (orderNo: string) => ReactNode;
};

/** Orders of all buyers: filter, totals, file, and one of them whole. */
export function AllOrders({ renderWaiting }: Props) {
  const { t } = useTranslation('admin');
  const controls = useTableAddress(FILTERS, SORTS.listAllOrders);
  const [opened, open] = useOpened();
  const columns = useOrderColumns();
  const { sort, limit, cursor, status, ...wanted } = tableQuery(controls.address);
  const known = ORDER_STATUSES.find((one) => one === status);
  const filter = { ...wanted, ...(known && { status: known }), ...dayRange(controls.address.filters) };
  const asked = { ...filter, limit, ...(sort && { sort }), ...(cursor && { cursor }) };
  const orders = usePage('listAllOrders', { query: asked });
  const save = () => downloadTable('exportOrders', filter, 'orders.csv');
  return (
    <>
      <TableTools name={NAME} columns={columns} controls={controls} exportOf="exportOrders" onExport={save}>
        <OrdersFilter controls={controls} />
      </TableTools>
      <OrderTotals filter={filter} />
      <DataTable<AdminOrder>
        name={NAME}
        label={t('orders.title')}
        columns={columns}
        page={orders.data}
        isFetching={orders.isFetching}
        hasFailed={orders.isError}
        error={orders.error}
        onRetry={() => void orders.refetch()}
        controls={controls}
        rowKey={({ order_no: number }) => number}
        onOpen={({ order_no: number }) => open(number)}
      />
      {opened !== null && (
        <AdminOrderSheet orderNo={opened} waiting={renderWaiting(opened)} onClose={() => open(null)} />
      )}
    </>
  );
}
