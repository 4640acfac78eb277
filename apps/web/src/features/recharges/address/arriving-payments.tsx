import type { Network, Recharge } from '@portside/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { itemsOf } from '../../../lib/api/items-of.ts';
import { query } from '../../../lib/api/query.ts';
import { useScrollIntoView } from '../../../lib/browser/use-scroll-into-view.ts';
import { Money } from '../../../ui/data/money.tsx';
import { ProgressSteps } from '../payment/progress-steps.tsx';
import { SeenPayment } from '../payment/seen-payment.tsx';
import { BackToOrder } from '../result/back-to-order.tsx';
import classes from './arriving-payments.module.css';

/** Fallback without the event stream. */
const POLL_MS = 10_000;
const NEWEST = 20;

/** Top-ups that nobody asked for and that still go on, or that came while the page was open. */
export function ArrivingPayments({ type }: { type: Network }) {
  const { t } = useTranslation('address');
  const { data } = useQuery({
    ...query('listRecharges', { query: { limit: NEWEST } }, { isQuiet: true }),
    select: itemsOf,
    refetchInterval: POLL_MS,
  });
  const before = useEarlier(data);
  const arrived = data?.filter(
    (one) =>
      one.type === type &&
      !one.requested &&
      one.sub_state !== 'expired' &&
      (one.status === 'recharging' || !before.has(one.order_id)),
  );
  // The wallet that paid is further down, and on a phone often out of sight of it.
  const place = useScrollIntoView<HTMLDivElement>(data === undefined || arrived!.length > 0);
  return (
    <div ref={place} className={classes.arriving} aria-live="polite">
      {arrived !== undefined && arrived.length > 0 && (
        <>
          <h3 className={classes.title}>{t('arriving')}</h3>
          {arrived.map((recharge) => (
            <Arriving key={recharge.order_id} recharge={recharge} />
          ))}
          {arrived.some(({ sub_state: state }) => state === 'credited') && <BackToOrder />}
        </>
      )}
    </div>
  );
}

/** The ids of the top-ups that had ended when the first answer came. */
function useEarlier(data: readonly Recharge[] | undefined): ReadonlySet<string> {
  const [before, setBefore] = useState<ReadonlySet<string> | null>(null);
  const ended = data?.filter(({ status }) => status !== 'recharging').map(({ order_id: id }) => id);
  if (before === null && ended) setBefore(new Set(ended));
  return before ?? new Set(ended);
}

const Arriving = ({ recharge }: { recharge: Recharge }) => (
  <article className={classes.one}>
    <div className={classes.head}>
      <strong className={classes.amount}>
        +<Money amount={recharge.credited_amount ?? recharge.amount} />
      </strong>
      <SeenPayment recharge={recharge} />
    </div>
    <ProgressSteps recharge={recharge} />
  </article>
);
