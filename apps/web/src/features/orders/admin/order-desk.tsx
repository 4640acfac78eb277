import { Anchor, Skeleton, Timeline } from '@mantine/core';
import type { OrderEvent } from '@portside/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { query } from '../../../lib/api/query.ts';
import { formatDateTime } from '../../../lib/format-time.ts';
import { useLanguage } from '../../../locales/use-language.ts';
import { FailedState } from '../../../ui/failed-state.tsx';
import { Money } from '../../../ui/money.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { OrderFacts } from '../order-facts.tsx';
import { MailAgain } from './mail-again.tsx';
import { OrderItems } from './order-items.tsx';
import classes from './order-desk.module.css';

/** One order as an operator sees it: the receipt, whose it is, and everything that happened to it. */
export function OrderDesk({ orderNo, onClose }: { orderNo: string; onClose: () => void }) {
  const { t } = useTranslation('admin');
  const found = useQuery(query('readAnyOrder', { params: { order_no: orderNo } }));
  const { order, events } = found.data ?? {};
  return (
    <Sheet title={order?.goods.name ?? t('orders.one')} side="end" size={620} onClose={onClose}>
      {found.isError && !found.data && <FailedState onRetry={() => void found.refetch()} />}
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
          <MailAgain order={order} />
          <OrderItems orderNo={orderNo} />
        </>
      )}
      {events && (
        <>
          <h3 className={classes.heading}>{t('orders.history')}</h3>
          <Timeline active={events.length} bulletSize={14} lineWidth={2}>
            {events.map((event) => (
              <Timeline.Item key={`${event.kind}${event.at}`} title={t(`orders.event.${event.kind}`)}>
                <EventLine event={event} />
              </Timeline.Item>
            ))}
          </Timeline>
        </>
      )}
    </Sheet>
  );
}

function EventLine({ event: { at, actor, accounts, amount, note } }: { event: OrderEvent }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  return (
    <p className={classes.event}>
      <time dateTime={at} className="figures">
        {formatDateTime(at, language)}
      </time>
      {actor && <span>{actor}</span>}
      {accounts !== null && <span>{t('orders.accounts', { count: accounts })}</span>}
      {amount !== null && <Money amount={amount} />}
      {note && <span>{note}</span>}
    </p>
  );
}
