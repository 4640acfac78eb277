import type { AdminOrder } from '@portside/contract';
import { SORTS } from '@portside/contract/wire/sorts';
import type { ReactNode } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { usePage } from '../../../lib/api/use-page.ts';
import { dayRange } from '../../../lib/day-range.ts';
import { ListTable } from '../../../ui/table/list-table.tsx';
import { downloadTable } from '../../../ui/table/download-table.ts';
import { tableQuery } from '../../../ui/table/table-address.ts';
import { useTableAddress } from '../../../ui/table/use-table-address.ts';
import { useOpened } from '../../../ui/layout/use-opened.ts';
import { ORDER_STATUSES } from '../history/order-status-badge.tsx';
import { AdminOrderSheet } from './admin-order-sheet.tsx';
import { FILTERS, OrdersFilter } from './orders-filter.tsx';
import { OrderTotals } from './order-totals.tsx';
import { useOrderColumns } from './order-columns.tsx';

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
    ...dayRange(controls.address.filters),
  };
  const { sort: _sort, limit: _limit, cursor: _cursor, ...filter } = query;
  const orders = usePage('listAllOrders', { query });
  const save = () => downloadTable('exportOrders', filter, 'orders.csv');
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
