import type { Order, OrderStatus } from '@portside/contract';
import { parseMicro } from '@portside/contract/wire/money';
import type { ReactNode } from 'react';
import { useTranslation, useLanguage } from '../../../locales/use-translation.ts';
import { formatDateTime } from '../../../lib/format/times.ts';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import { Money } from '../../../ui/data/money.tsx';
import { EraseCountdown } from '../delivery/erase-countdown.tsx';
import classes from './history.module.css';
import { StatusBadge, type Tone } from '../../../ui/data/status-badge.tsx';

/** The order's receipt; it remains after the account data was deleted. */
export function OrderFacts({ order }: { order: Order }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <div className={classes.receipt}>
      <p className={classes.orderFactsNumber}>
        <span className={classes.label}>{t('orders.field.number')}</span>
        <code translate="no">{order.order_no}</code>
        <CopyButton text={order.order_no} />
      </p>
      {order.goods.description !== '' && <p className={classes.description}>{order.goods.description}</p>}
      <dl className={classes.facts}>
        <Fact name={t('orders.field.status')}>
          <OrderStatusBadge status={order.status} />
        </Fact>
        <Fact name={t('orders.field.created')}>{formatDateTime(order.created_at, language)}</Fact>
        <Fact name={t('orders.field.erase')}>
          <EraseCountdown order={order} />
        </Fact>
        <Fact name={t('orders.field.quantity')}>
          {order.quantity.toLocaleString(language)}
          {order.gender !== 'random' && ` · ${t(`orders.gender.${order.gender}`)}`}
        </Fact>
        <Fact name={t('orders.field.unitPrice')}>
          <Money amount={order.unit_price} />
        </Fact>
        {Number(order.discount) > 0 && (
          <Fact name={t('orders.field.discount')}>
            {'−'}
            <Money amount={order.discount} />
          </Fact>
        )}
        <Fact name={t('orders.field.total')}>
          <strong>
            <Money amount={order.total_amount} />
          </strong>
        </Fact>
        {parseMicro(order.refunded_amount) > 0n && (
          <Fact name={t('orders.field.refunded')}>
            <Money amount={order.refunded_amount} />
          </Fact>
        )}
      </dl>
    </div>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className={classes.label}>{name}</dt>
    <dd className={`${classes.value} figures`}>{children}</dd>
  </div>
);

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
  unconfirmed: 'warn',
} satisfies Record<Order['delivery']['state'], Tone>;

export function DeliveryBadge({ state }: { state: Order['delivery']['state'] }) {
  const { t } = useTranslation();
  return (
    <StatusBadge tone={DELIVERY_TONES[state]} isLive={state === 'queued'}>
      {t(`orders.delivery.${state}`)}
    </StatusBadge>
  );
}
