import { familyOf } from '@portside/chain/networks/registry';
import type { DepositAddress, Network, Recharge, OwnPaymentSearch, SmallPayments } from '@portside/contract';
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation, useLanguage } from '../../../locales/use-translation.ts';
import { itemsOf, query, queryKey } from '../../../lib/api/query.ts';
import { useScrollIntoView } from '../../../lib/browser/screen.ts';
import { Money } from '../../../ui/data/money.tsx';
import { ProgressSteps, SeenPayment } from '../payment/payment-status.tsx';
import { BackToOrder } from '../notices.tsx';
import classes from './address.module.css';
import { useNow } from '../../../lib/browser/use-countdown.ts';
import { formatUsdt } from '../../../lib/format/numbers.ts';
import { networkName } from '../../../lib/networks/networks.ts';
import { useSentTransaction, type SentTransaction } from '../../../lib/stored/safe-storage.ts';
import { usePunctuation } from '../../../locales/punctuation.ts';
import { LiveDot } from '../../../ui/data/stat-tile-and-dot.tsx';
import { HashForm, LastChecked, PaymentLine } from '../payment/submitted-payment.tsx';
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

/** Top-ups that nobody asked for and that still go on, or that came while the page was open. */
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
  // The wallet that paid is further down, and on a phone often out of sight of it.
  const place = useScrollIntoView<HTMLDivElement>(data === undefined || arrived!.length > 0);
  return (
    <div ref={place} className={classes.arriving} aria-live="polite">
      {arrived !== undefined && arrived.length > 0 && (
        <>
          <h3 className={classes.arrivingPaymentsTitle}>{t('arriving')}</h3>
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

const PAYMENT_SEARCH_POLL_MS = 5_000;

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

const TONES = {
  confirming: 'waiting',
  small: 'warn',
  review: 'warn',
  credited: 'good',
  rejected: 'warn',
  elsewhere: 'warn',
} as const;

/** What is said of a named transaction. */
function usePaymentLine(type: DepositAddress['type'], sent: SentTransaction | null) {
  const { t } = useTranslation('address');
  const { t: shop } = useTranslation();
  const { sentences } = usePunctuation();
  const language = useLanguage();
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
    const amount = formatUsdt(payment.amount, language);
    const words = t(`sent.${payment.state}`, { amount });
    const isOther = payment.type !== type;
    return {
      tone: TONES[payment.state],
      next: isOther ? sentences(t('sent.other', { network: networkName(payment.type) }), words) : words,
    };
  };
}

/** What has arrived on a network below its minimum, and how much is missing; nothing if nothing waits. */
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

/** What is not confirmed yet comes and goes without an event. */
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
