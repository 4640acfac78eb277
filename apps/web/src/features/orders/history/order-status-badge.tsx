import type { Order, OrderStatus } from '@portside/contract';
import { useTranslation } from '../../../locales/use-translation.ts';
import { StatusBadge, type Tone } from '../../../ui/data/status-badge.tsx';

const STATUS_TONES = {
  processing: 'info',
  completed: 'good',
  refunded: 'neutral',
  partially_refunded: 'warn',
} satisfies Record<OrderStatus, Tone>;

export const ORDER_STATUSES = Object.keys(STATUS_TONES) as OrderStatus[];

export function OrderStatusBadge({ status }: { status: OrderStatus }) {
  const { t } = useTranslation();
  return (
    <StatusBadge tone={STATUS_TONES[status]} isLive={status === 'processing'}>
      {t(`orders.status.${status}`)}
    </StatusBadge>
  );
}

const DELIVERY_TONES = {
  queued: 'info',
  sent: 'good',
  failed: 'bad',
} satisfies Record<Order['delivery']['state'], Tone>;

export function DeliveryBadge({ state }: { state: Order['delivery']['state'] }) {
  const { t } = useTranslation();
  return (
    <StatusBadge tone={DELIVERY_TONES[state]} isLive={state === 'queued'}>
      {t(`orders.delivery.${state}`)}
    </StatusBadge>
  );
}
