import type { Order } from '@portside/contract';
import { Button } from '@mantine/core';
import { IconClockHour4 } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useTranslation, useLanguage } from '../../../locales/use-translation.ts';
import { focusNow } from '../../../lib/browser/screen.ts';
import { formatDateTime } from '../../../lib/format/times.ts';
import { Link } from 'wouter';
import { withTexts } from '../../../locales/language.ts';
import { BlockBoundary } from '../../../ui/messages/block-boundary.tsx';
import { Callout } from '../../../ui/messages/callout.tsx';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import { Money } from '../../../ui/data/money.tsx';
import { ReceivePicture } from '../../../ui/pictures/steps.tsx';
import { AccountsTools } from '../delivery/accounts-tools.tsx';
import { AccountsView } from '../delivery/accounts-view.tsx';
import classes from './placed-order.module.css';

const OrderInstruction = lazy(withTexts('service', () => import('../delivery/order-instruction.tsx')));

type Props = { area: '/client' | '/mobile'; order: Order; onDone: () => void };

/** The accounts just bought, to view, copy or download. */
export function PlacedOrder({ area, order, onDone }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <div className={classes.placed}>
      <div className={classes.head}>
        <ReceivePicture size={116} />
        <div className={classes.words}>
          <h3 ref={focusNow} tabIndex={-1} className={classes.title}>
            {t('orders.placed.heading', { count: order.quantity })}
          </h3>
          <p className={classes.goods}>
            {order.goods.name}&nbsp;· <Money amount={order.total_amount} />
          </p>
          <p className={classes.number}>
            <code translate="no" data-testid="order-no">
              {order.order_no}
            </code>
            <CopyButton text={order.order_no} />
          </p>
          <p className={classes.mailed}>{t('orders.placed.mailed', { email: order.delivery.email })}</p>
        </div>
      </div>
      <Callout tone="warn" icon={<IconClockHour4 size={18} />}>
        {t('orders.placed.erase', { date: formatDateTime(order.accounts_deleted_at, language) })}
      </Callout>
      <BlockBoundary>
        <Suspense>
          <OrderInstruction orderNo={order.order_no} />
        </Suspense>
      </BlockBoundary>
      <div className={classes.tools}>
        <AccountsTools orderNo={order.order_no} areShown />
      </div>
      <div>
        <AccountsView orderNo={order.order_no} />
      </div>
      <div className={classes.foot}>
        <Button variant="default" component={Link} to={`${area}/purchase-record`}>
          {t('orders.placed.record')}
        </Button>
        <Button onClick={onDone}>{t('orders.placed.done')}</Button>
      </div>
    </div>
  );
}
