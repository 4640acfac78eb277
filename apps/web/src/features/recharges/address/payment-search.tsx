import type { DepositAddress, OwnPaymentSearch } from '@portside/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../../locales/use-translation.ts';
import { query } from '../../../lib/api/query.ts';
import { useNow } from '../../../lib/browser/use-now.ts';
import { useScrollIntoView } from '../../../lib/browser/use-scroll-into-view.ts';
import { formatUsdt } from '../../../lib/format/format-money.ts';
import { networkName } from '../../../lib/networks.ts';
import { useSentTransaction, type SentTransaction } from '../../../lib/stored/sent-transaction.ts';
import { usePunctuation } from '../../../locales/punctuation.ts';
import { useLanguage } from '../../../locales/use-language.ts';
import { LiveDot } from '../../../ui/data/live-dot.tsx';
import { HashForm } from '../payment/hash-form.tsx';
import { isLongAgo } from '../submitted/is-long-ago.ts';
import { LastChecked } from '../submitted/last-checked.tsx';
import { PaymentLine } from '../submitted/payment-line.tsx';
import classes from './arriving-payments.module.css';

const POLL_MS = 5_000;

/**
 * That payments to one's own address are looked for, and when the network was last read. A buyer who has paid may name
 * the transaction, and then sees whether it was found and what to do next.
 */
export function PaymentSearch({ own: { type, address } }: { own: DepositAddress }) {
  const { t } = useTranslation('address');
  const [sent, keep] = useSentTransaction(address);
  const place = useScrollIntoView<HTMLDivElement>(sent !== null);
  const { data } = useQuery({
    ...query('findOwnPayment', { query: { type, ...(sent && { tx_hash: sent.hash }) } }, { isQuiet: true }),
    refetchInterval: POLL_MS,
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
          hash={sent.hash}
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
