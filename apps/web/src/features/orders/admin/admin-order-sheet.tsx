import { Anchor, Skeleton } from '@mantine/core';
import type { OrderTimelineEntry, AdminOrder } from '@portside/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { query, queryKey } from '../../../lib/api/query.ts';
import { Link } from 'wouter';
import { Timeline } from '../../../ui/data/facts.tsx';
import { LoadFailure } from '../../../ui/messages/empty-state.tsx';
import { Money } from '../../../ui/data/money.tsx';
import { Sheet } from '../../../ui/layout/sheet.tsx';
import { OrderFacts, DeliveryBadge } from '../history/order-facts.tsx';
import { OrderItems } from './order-items.tsx';
import classes from './orders-admin.module.css';
import { call } from '../../../lib/api/call.ts';
import { Allowed } from '../../../ui/layout/allowed.tsx';
import { ConfirmButton } from '../../../ui/buttons/throttled-button.tsx';
import { toastSuccess } from '../../../ui/messages/toasts.tsx';

type Props = { orderNo: string; pending: ReactNode; onClose: () => void };

/** One order as operators see it: receipt, buyer, accounts and timeline. */
export function AdminOrderSheet({ orderNo, pending, onClose }: Props) {
  const { t } = useTranslation('admin');
  const found = useQuery(query('readAnyOrder', { params: { order_no: orderNo } }));
  const { order, events: entries } = found.data ?? {};
  return (
    <Sheet title={order?.goods.name ?? t('orders.one')} side="end" size={620} onClose={onClose}>
      {found.isError && !found.data && (
        <LoadFailure error={found.error} onRetry={() => void found.refetch()} />
      )}
      {!found.data && !found.isError && <Skeleton height={320} />}
      {order && (
        <>
          <OrderFacts order={order} />
          <p className={classes.buyer}>
            <Anchor component={Link} inherit to={`/admin/user?open=${order.buyer.id}`}>
              {order.buyer.username}
            </Anchor>{' '}
            {order.buyer.email}
            {order.agent && <span>{t('orders.broughtBy', { agent: order.agent.platform_name })}</span>}
          </p>
        </>
      )}
      {pending}
      {order && (
        <>
          <DeliveryStatus order={order} />
          <OrderItems order={order} />
        </>
      )}
      {entries && (
        <Timeline
          title={t('orders.history')}
          entries={entries.map((entry) => ({
            key: JSON.stringify(entry),
            title: t(`orders.timeline.${entry.kind}`),
            at: entry.at,
            facts: <TimelineFacts entry={entry} />,
          }))}
        />
      )}
    </Sheet>
  );
}

function TimelineFacts({ entry: { actor, accounts, amount, note } }: { entry: OrderTimelineEntry }) {
  const { t } = useTranslation('admin');
  return (
    <>
      {actor && <span>{actor}</span>}
      {accounts !== null && <span>{t('orders.accounts', { count: accounts })}</span>}
      {amount !== null && <Money amount={amount} />}
      {note && <span>{note}</span>}
    </>
  );
}

/** State of the delivery e-mail, and a button that sends it again to the same address. */
function DeliveryStatus({
  order: { order_no: number, delivery, accounts_deleted: isErased },
}: {
  order: AdminOrder;
}) {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const send = async () => {
    await call('mailAnyOrder', { params: { order_no: number } });
    toastSuccess('mailed', t('orders.mailed'));
    await client.invalidateQueries({ queryKey: queryKey('readAnyOrder') });
  };
  return (
    <div className={classes.delivery}>
      <DeliveryBadge state={delivery.state} />
      <span>{delivery.email}</span>
      {!isErased && (
        <Allowed to="mailAnyOrder">
          <ConfirmButton
            size="xs"
            variant="default"
            question={t('orders.mailAsk', { email: delivery.email })}
            onConfirm={send}
          >
            {t('orders.mailAgain')}
          </ConfirmButton>
        </Allowed>
      )}
    </div>
  );
}
