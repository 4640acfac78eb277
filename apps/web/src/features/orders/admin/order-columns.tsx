import type { AdminOrder } from '@portside/contract';
import { useTranslation } from '../../../locales/use-translation.ts';
import { Money } from '../../../ui/data/money.tsx';
import type { TableColumn } from '../../../ui/table/table-column.ts';
import { DateTime } from '../../../ui/data/date-time.tsx';
import { Count } from '../../../ui/data/count.tsx';
import { DeliveryBadge, OrderStatusBadge } from '../history/order-status-badge.tsx';

export function useOrderColumns(): TableColumn<AdminOrder>[] {
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
