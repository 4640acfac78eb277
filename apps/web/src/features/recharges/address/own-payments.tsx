import { familyOf } from '@portside/chain/networks/registry';
import type { DepositAddress, Network, Recharge, OwnPaymentSearch, SmallPayments } from '@portside/contract';
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslation, useLanguage } from '../../../locales/use-translation.ts';
import { itemsOf, query, queryKey } from '../../../lib/api/query.ts';
import { useScrollIntoView } from '../../../lib/browser/screen.ts';
import { Money } from '../../../ui/data/money.tsx';
import { ProgressSteps, SeenPayment } from '../payment/payment-status.tsx';
import classes from './address.module.css';
import { useNow } from '../../../lib/browser/use-countdown.ts';
import { formatUsdt } from '../../../lib/format/numbers.ts';
import { networkName } from '../../../lib/networks/networks.ts';
import { useSentTransaction, type SentTransaction } from '../../../lib/stored/safe-storage.ts';
import { LiveDot } from '../../../ui/data/stat-tile-and-dot.tsx';
import {
  HashForm,
  LastChecked,
  NamedPaymentWords,
  PaymentLine,
  toneOf,
} from '../payment/submitted-payment.tsx';
import { ClaimHost } from '../payment/claim-host.tsx';
import { isLongAgo } from '../payment-text.ts';
import { Callout } from '../../../ui/messages/callout.tsx';
import { useLiveEvent } from '../../../lib/live/live-events.ts';

/** What arrives at the buyer's own address, and the search for what has not. */
export default function OwnPayments({ own }: { own: DepositAddress }) {
  return (
    <>
      <SmallNote type={own.type} />
      <ArrivingPayments type={own.type} />
      <PaymentSearch own={own} />
    </>
  );
}

/** Fallback without the event stream. */
const ARRIVING_PAYMENTS_POLL_MS = 10_000;

const NEWEST = 20;

/** Unrequested top-ups that are in progress, or that arrived while the page was open. */
function ArrivingPayments({ type }: { type: Network }) {
  const { t } = useTranslation('address');
  const { data } = useQuery({
    ...query('listRecharges', { query: { limit: NEWEST } }, { isQuiet: true }),
    select: itemsOf,
    refetchInterval: ARRIVING_PAYMENTS_POLL_MS,
  });
  const before = useEarlier(data);
  const arrived = data?.filter(
    (one) =>
      one.type === type &&
      !one.requested &&
      one.sub_state !== 'expired' &&
      (one.status === 'recharging' || !before.has(one.order_id)),
  );
  // The wallet that paid is further down, often off screen on a phone.
  const place = useScrollIntoView<HTMLDivElement>(data === undefined || arrived!.length > 0);
  return (
    <div ref={place} className={classes.arriving} aria-live="polite">
      {arrived !== undefined && arrived.length > 0 && (
        <>
          <h3 className={classes.arrivingPaymentsTitle}>{t('arriving')}</h3>
          {arrived.map((recharge) => (
            <Arriving key={recharge.order_id} recharge={recharge} />
          ))}
        </>
      )}
    </div>
  );
}

/** The ids of top-ups that had already ended at the first answer. */
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

const PAYMENT_SEARCH_POLL_MS = 10_000;

/**
 * That payments to one's own address are looked for, and when the network was last read. A buyer who has paid may name
 * the transaction, and then sees whether it was found and what to do next.
 */
function PaymentSearch({ own: { type, address } }: { own: DepositAddress }) {
  const { t } = useTranslation('address');
  const [sent, keep] = useSentTransaction(address);
  const place = useScrollIntoView<HTMLDivElement>(sent !== null);
  const { data } = useQuery({
    ...query('findOwnPayment', { query: { type, ...(sent && { tx_hash: sent.hash }) } }, { isQuiet: true }),
    refetchInterval: PAYMENT_SEARCH_POLL_MS,
  });
  const lineOf = usePaymentLine(type, sent);
  return (
    <div className={classes.search}>
      <p className={classes.waiting}>
        <LiveDot />
        <span className={classes.what}>{t('arrivingIs')}</span>
        {sent === null && <LastChecked at={data?.checked_at ?? null} />}
      </p>
      {sent !== null && (
        <PaymentLine
          place={place}
          // As its network's explorers and wallets write it.
          hash={familyOf(type) === 'tron' ? sent.hash.replace(/^0x/, '') : sent.hash}
          isFound={!!data?.payment}
          checkedAt={data?.checked_at ?? null}
          {...lineOf(data?.payment ?? null)}
        />
      )}
      <HashForm onSend={(hash) => Promise.resolve(keep(hash))} />
    </div>
  );
}

/** The message about a named transaction. */
function usePaymentLine(type: DepositAddress['type'], sent: SentTransaction | null) {
  const { t: shop } = useTranslation();
  const nowMs = useNow(1_000);
  return (payment: OwnPaymentSearch['payment']) => {
    if (payment === null) {
      const isLate = sent !== null && isLongAgo(sent.at, nowMs);
      const next = isLate ? 'missing' : 'waiting';
      const network = networkName(type);
      return {
        tone: isLate ? 'warn' : 'waiting',
        next: shop(`recharges.hint.next.${next}`, { network }),
      } as const;
    }
    return {
      tone: toneOf(payment),
      next: (
        <Suspense>
          <ClaimHost>
            <NamedPaymentWords payment={payment} hash={sent!.hash} type={type} isSignedIn />
          </ClaimHost>
        </Suspense>
      ),
    } as const;
  };
}

/** What has arrived on a network below its minimum, and how much is missing; hidden if nothing waits. */
function SmallNote({ type }: { type: Network }) {
  const { t } = useTranslation('address');
  const textOf = useSmallText();
  const small = useSmallPayments().data?.find((one) => one.type === type);
  if (!small) return null;
  return (
    <Callout tone="warn" title={t('smallList.waiting')}>
      {textOf(small)}
    </Callout>
  );
}

/** Unconfirmed payments come and go without an event. */
const SMALL_PAYMENTS_POLL_MS = 15_000;

/** What has arrived below the minimum, by network. */
export function useSmallPayments(): UseQueryResult<SmallPayments[]> {
  const client = useQueryClient();
  const look = () => void client.invalidateQueries({ queryKey: queryKey('listSmallPayments') });
  useLiveEvent('smallPayment', look);
  return useQuery({
    ...query('listSmallPayments', {}, { isQuiet: true }),
    select: itemsOf,
    refetchInterval: SMALL_PAYMENTS_POLL_MS,
  });
}

/** A sentence about what has arrived on a network, the minimum there, and what is missing. */
export function useSmallText(): (small: SmallPayments) => string {
  const { t } = useTranslation('address');
  const language = useLanguage();
  return ({ amount, minimum_amount: minimum, missing_amount: missing }) =>
    t('small', {
      amount: formatUsdt(amount, language),
      minimum: formatUsdt(minimum, language),
      missing: formatUsdt(missing, language),
    });
}
