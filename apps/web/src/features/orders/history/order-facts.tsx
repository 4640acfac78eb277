import type { Order } from '@portside/contract';
import { parseMicro } from '@portside/contract/wire/money';
import type { ReactNode } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { formatDateTime } from '../../../lib/format/format-time.ts';
import { useLanguage } from '../../../locales/use-language.ts';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import { Money } from '../../../ui/data/money.tsx';
import { EraseCountdown } from '../delivery/erase-countdown.tsx';
import classes from './order-facts.module.css';
import { OrderStatusBadge } from './order-status-badge.tsx';

/** The order's receipt; it remains after the account data was deleted. */
export function OrderFacts({ order }: { order: Order }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <div className={classes.receipt}>
      <p className={classes.number}>
        <span className={classes.label}>{t('orders.field.number')}</span>
        <code>{order.order_no}</code>
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
