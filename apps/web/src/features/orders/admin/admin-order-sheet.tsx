import { Anchor, Skeleton } from '@mantine/core';
import type { AdminOrder, AdminWarrantyClaim, OrderTimelineEntry } from '@portside/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useLanguage, useTranslation } from '../../../locales/use-translation.ts';
import { query, queryKey } from '../../../lib/api/query.ts';
import { Link } from 'wouter';
import { HOUR_MS } from '../../../lib/format/times.ts';
import { useWarrantyAnswerHours } from '../../../lib/stored/stored-state.ts';
import { DueTime } from '../../../ui/data/due-time.tsx';
import { partsOf } from '../warranty-claims/warranty-claim-badge.tsx';
import { SettleForm, useAfterSales } from './settle-form.tsx';
import { Timeline } from '../../../ui/data/facts.tsx';
import { LoadFailure } from '../../../ui/messages/empty-state.tsx';
import { Money } from '../../../ui/data/money.tsx';
import { Sheet } from '../../../ui/layout/sheet.tsx';
import { OrderFacts, DeliveryBadge } from '../history/order-facts.tsx';
import { ClaimCheck, ClaimedItems, NONE, OrderItems, priceOf, useOrderItems } from './order-items.tsx';
import classes from './orders-admin.module.css';
import { call } from '../../../lib/api/call.ts';
import { Allowed } from '../../../ui/layout/allowed.tsx';
import { ConfirmButton } from '../../../ui/buttons/throttled-button.tsx';
import { toastSuccess } from '../../../ui/messages/toasts.tsx';

// Parts of other features, beside what this one shows.
const Notes = lazy(async () => ({ default: (await import('../../timelines/notes.tsx')).Notes }));
const UserOverview = lazy(async () => ({
  default: (await import('../../timelines/about-user.tsx')).UserOverview,
}));

type Props = { orderNo: string; pending: ReactNode; onClose: () => void };

/** One order as operators see it: receipt, buyer, accounts and timeline. */
export function AdminOrderSheet({ orderNo, pending, onClose }: Props) {
  const { t } = useTranslation('admin');
  const found = useQuery(query('readAnyOrder', { params: { order_no: orderNo } }));
  const { order, events: entries } = found.data ?? {};
  return (
    <Sheet title={order?.goods.name ?? t('orders.one')} side="end" size={1_080} onClose={onClose}>
      {found.isError && !found.data && (
        <LoadFailure error={found.error} onRetry={() => void found.refetch()} />
      )}
      {!found.data && !found.isError && <Skeleton height={320} />}
      <div className={classes.sides}>
        <div>
          {pending}
          {order && <OpenWarrantyClaims order={order} />}
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
              <SoldBy order={order} />
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
        </div>
        <div>
          <Suspense>
            {order && (
              <Allowed to="readUserOverview">
                <h3 className={classes.side}>{t('overview.buyer')}</h3>
                <UserOverview userId={order.buyer.id} hasOrders={false} />
              </Allowed>
            )}
            {order && <Notes about="order" id={orderNo} />}
          </Suspense>
        </div>
      </div>
    </Sheet>
  );
}

/** What decided the price, the coupon, and what the buyer calls it. */
function SoldBy({ order: { price_source: source, coupon, reference } }: { order: AdminOrder }) {
  const { t } = useTranslation('admin');
  const facts = [
    source && t(`orders.priceSource.${source}`),
    coupon && t('orders.coupon', { code: coupon }),
    reference && t('orders.reference', { reference }),
  ].filter((fact) => fact !== null && fact !== undefined && fact !== '');
  if (facts.length === 0) return null;
  return (
    <p className={classes.buyer}>
      {facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
    </p>
  );
}

/** The claims that wait for a decision, the first due first. */
function OpenWarrantyClaims({ order }: { order: AdminOrder }) {
  const { data } = useAfterSales(order.order_no);
  return data?.claims.map((claim) => <OpenWarrantyClaim key={claim.id} order={order} claim={claim} />);
}

type OpenClaimProps = { order: AdminOrder; claim: AdminWarrantyClaim };

/** What the buyer says, what it costs, and the answer. */
function OpenWarrantyClaim({ order, claim }: OpenClaimProps) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const hours = useWarrantyAnswerHours();
  const { items = [], isWhole } = useOrderItems(order.order_no);
  const [left, setLeft] = useState(NONE);
  const claimed = isWhole ? items.filter((item) => item.claim?.id === claim.id && item.state === 'good') : [];
  const chosen = claimed.filter(({ id }) => !left.has(id)).map(({ id }) => id);
  const isPart = chosen.length > 0 && chosen.length < claimed.length;
  const parts = partsOf(claim).map(({ end, n }) =>
    t(`warrantyClaims.part.${end}`, { n: n.toLocaleString(language) }),
  );
  const accounts = isPart ? chosen.length : claim.accounts - claim.replaced - claim.refunded;
  return (
    <SettleForm
      title={[t('warrantyClaims.open', { count: claim.accounts }), ...parts].join(' · ')}
      order={order}
      target={isPart ? { item_ids: chosen } : { claim_id: claim.id }}
      accounts={accounts}
      price={priceOf(order, accounts)}
      claimId={claim.id}
      onDone={() => setLeft(NONE)}
    >
      <DueTime atMs={Date.parse(claim.created_at) + hours * HOUR_MS} />
      <blockquote className={classes.words}>{claim.reason}</blockquote>
      <ClaimCheck orderNo={order.order_no} claimId={claim.id} />
      <ClaimedItems orderNo={order.order_no} items={items} claimed={claimed} left={left} onLeft={setLeft} />
    </SettleForm>
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
