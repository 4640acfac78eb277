import { useQuery } from '@tanstack/react-query';
import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { query } from '../../../lib/api/query.ts';
import { isRefusal } from '../../../lib/api/api-error.ts';
import { withTexts } from '../../../locales/language.ts';
import { BlockBoundary } from '../../../ui/messages/block-boundary.tsx';
import { EmptyState, FailedState } from '../../../ui/messages/empty-state.tsx';
import { SpyglassPicture } from '../../../ui/pictures/pictures.tsx';
import { Sheet } from '../../../ui/layout/sheet.tsx';
import { OrderAccounts } from '../delivery/order-accounts.tsx';
import { OrderFacts } from './order-facts.tsx';
import { ResendForm } from '../delivery/resend-form.tsx';

const WIDTH_PX = 820;
const OrderInstruction = lazy(withTexts('service', () => import('../delivery/order-instruction.tsx')));
const OrderWarranty = lazy(withTexts('service', () => import('../warranty-claims/order-warranty.tsx')));

/** All about one order: receipt, accounts, warranty, delivery. */
export default function OrderSheet({ orderNo, onClose }: { orderNo: string; onClose: () => void }) {
  const { t } = useTranslation();
  const {
    data: order,
    error,
    refetch,
  } = useQuery(query('readOrder', { params: { order_no: orderNo } }, { isQuiet: true }));
  return (
    <Sheet side="end" size={WIDTH_PX} title={order?.goods.name ?? t('orders.details')} onClose={onClose}>
      {order && (
        <>
          <OrderFacts order={order} />
          <BlockBoundary>
            <Suspense>
              <OrderInstruction orderNo={order.order_no} />
            </Suspense>
          </BlockBoundary>
          <OrderAccounts order={order} />
          <BlockBoundary>
            <Suspense fallback={<Skeleton height={120} mt={24} radius="lg" />}>
              <OrderWarranty order={order} />
            </Suspense>
          </BlockBoundary>
          {!order.accounts_deleted && <ResendForm order={order} />}
        </>
      )}
      {!order && <Unloaded error={error} onRetry={() => void refetch()} />}
    </Sheet>
  );
}

function Unloaded({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  const { t } = useTranslation();
  if (error === null) return <Skeleton height={420} radius="lg" />;
  if (!isRefusal(error, 'notFound', 'invalidFormat')) return <FailedState onRetry={onRetry} />;
  return <EmptyState picture={<SpyglassPicture />} text={t('orders.unknown')} />;
}
