import type { Order } from '@portside/contract';
import { Button } from '@mantine/core';
import { Link } from 'wouter';
import { focusNow } from '../../../lib/browser/screen.ts';
import { useTranslation } from '../../../locales/use-translation.ts';
import { Count, Money } from '../../../ui/data/money.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { ReceivePicture } from '../../../ui/pictures/steps.tsx';
import classes from './cart.module.css';

type Props = {
  area: '/client' | '/mobile';
  orders: readonly Order[];
  total: string;
  onDone: () => void;
};

/** The orders just placed together, each with a link to its accounts. */
export function PlacedOrders({ area, orders, total, onDone }: Props) {
  const { t } = useTranslation('service');
  const { t: shop } = useTranslation();
  return (
    <Panel>
      <div className={classes.placed}>
        <ReceivePicture size={116} />
        <h2 ref={focusNow} tabIndex={-1}>
          {t('cart.placed', { count: orders.length })} · <Money amount={total} />
        </h2>
        {orders[0] && <p>{shop('orders.placed.mailed', { email: orders[0].delivery.email })}</p>}
      </div>
      <ul className={classes.rows}>
        {orders.map((order) => (
          <li key={order.order_no} className={classes.order} data-testid="placed-order">
            <span className={classes.about}>
              <Link to={`${area}/purchase-record?order=${order.order_no}`}>{order.goods.name}</Link>
              <code translate="no" data-testid="order-no">
                {order.order_no}
              </code>
            </span>
            <span>
              × <Count value={order.quantity} />
            </span>
            <span className={classes.amount}>
              <Money amount={order.total_amount} />
            </span>
          </li>
        ))}
      </ul>
      <div className={classes.foot}>
        <Button component={Link} to={`${area}/purchase-record`}>
          {shop('orders.title')}
        </Button>
        <Button component={Link} to={`${area}/purchase-account`} variant="default" onClick={onDone}>
          {t('cart.toProducts')}
        </Button>
      </div>
    </Panel>
  );
}
