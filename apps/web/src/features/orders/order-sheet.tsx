import { useQuery } from '@tanstack/react-query';
import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { query } from '../../lib/api/query.ts';
import { FailedState } from '../../ui/failed-state.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { OrderAccounts } from './order-accounts.tsx';
import { OrderFacts } from './order-facts.tsx';
import { ResendForm } from './resend-form.tsx';

const WIDTH_PX = 820;

/** Everything about one order: what and how much, its accounts, its delivery. */
export default function OrderSheet({ orderNo, onClose }: { orderNo: string; onClose: () => void }) {
  const { t } = useTranslation();
  const { data: order, isError, refetch } = useQuery(query('readOrder', { params: { order_no: orderNo } }));
  return (
    <Sheet side="end" size={WIDTH_PX} title={order?.goods.name ?? t('orders.details')} onClose={onClose}>
      {order && (
        <>
          <OrderFacts order={order} />
          <OrderAccounts order={order} />
          {!order.accounts_deleted && <ResendForm order={order} />}
        </>
      )}
      {isError && !order && <FailedState onRetry={() => void refetch()} />}
      {!order && !isError && <Skeleton height={420} radius="lg" />}
    </Sheet>
  );
}
