import type { NamedPayment, Recharge } from '@portside/contract';
import { withTexts } from '../../../locales/language.ts';
import { useTranslation, useLanguage } from '../../../locales/use-translation.ts';
import { useNow } from '../../../lib/browser/use-countdown.ts';
import { focusNow, useScrollIntoView } from '../../../lib/browser/screen.ts';
import { networkName } from '../../../lib/networks/networks.ts';
import { isLongAgo, shorten } from '../payment-text.ts';
import { Loader, Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { lazy, Suspense, type ReactNode, type Ref, useState } from 'react';
import classes from './payment.module.css';
import { formatRelative } from '../../../lib/format/times.ts';

/** The states in which a payment is still looked for, in time or late. */
const UNPAID = new Set<Recharge['sub_state']>(['waiting', 'cancelled', 'expired']);

type SubmittedPaymentProps = {
  recharge: Recharge;
  /** A ticket's, where no one is signed in. */
  token?: string | undefined;
};

/**
 * What became of "I have paid": which transaction is looked for, when the chain was last read, and what to do next.
 * Hidden without one, and once a payment of this top-up is seen.
 */
export function SubmittedPayment({ recharge, token }: SubmittedPaymentProps) {
  const { t } = useTranslation();
  const { t: pay } = useTranslation('pay');
  const nowMs = useNow(1_000);
  const { submitted, sub_state: state, awaits_payment: isAwaited, type } = recharge;
  const place = useScrollIntoView<HTMLDivElement>(submitted !== null && UNPAID.has(state));
  if (submitted === null || !UNPAID.has(state)) return null;
  const { tx_hash: hash, checked_at: checkedAt, payment } = submitted;
  const isLate = isLongAgo(submitted.submitted_at, nowMs);
  const next = !isAwaited ? 'over' : isLate ? 'missing' : 'waiting';
  return (
    <PaymentLine
      place={place}
      hash={hash}
      isFound={payment !== null}
      checkedAt={checkedAt}
      tone={payment === null ? (next === 'waiting' ? 'waiting' : 'warn') : toneOf(payment)}
      next={
        payment !== null ? (
          <Suspense>
            <NamedPaymentWords payment={payment} hash={hash} type={type} isSignedIn={token === undefined} />
          </Suspense>
        ) : next === 'over' ? (
          pay('pages.order.tooLate')
        ) : (
          t(`recharges.hint.next.${next}`, { network: networkName(type) })
        )
      }
    />
  );
}

type Tone = 'waiting' | 'warn' | 'good';

type Props = {
  hash: string;
  isFound: boolean;
  /** When the network was last read; null if it never was. */
  checkedAt: string | null;
  tone: Tone;
  /** What to do next. */
  next: ReactNode;
  /** Scrolled into view once it appears. */
  place: Ref<HTMLDivElement>;
};

/** Most payments are found by themselves. */
export const NamedPaymentWords = lazy(
  withTexts('named', async () => ({ default: (await import('./named-payment.tsx')).NamedPaymentWords })),
);

/** How what a named transaction was is shown. */
export const toneOf = ({ state }: NamedPayment): Tone =>
  state === 'confirming' ? 'waiting' : state === 'credited' ? 'good' : 'warn';

const ICONS = { warn: IconAlertTriangle, good: IconCircleCheck };

/** Which transaction is looked for, when the network was last read, whether it was found, and what to do next. */
export function PaymentLine({ hash, isFound, checkedAt, tone, next, place }: Props) {
  const { t } = useTranslation();
  const Icon = tone === 'waiting' ? null : ICONS[tone];
  return (
    <div ref={place} className={classes.paymentLineLine} data-testid="submitted-payment" data-tone={tone}>
      {Icon === null ? <Loader size={18} /> : <Icon size={19} stroke={1.8} aria-hidden />}
      <div>
        <p className={classes.what}>
          <span title={hash}>
            {t(isFound ? 'recharges.hint.foundHash' : 'recharges.hint.looking', { hash: shorten(hash, 4) })}
          </span>
          <LastChecked at={checkedAt} />
        </p>
        <div className={classes.next} aria-live="polite">
          {next}
        </div>
      </div>
    </div>
  );
}

/** When a network was last read, counting up; hidden if it never was. */
export function LastChecked({ at }: { at: string | null }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const nowMs = useNow(1_000);
  if (at === null) return null;
  return (
    <span className={`${classes.checked} figures`}>
      {t('recharges.hint.checked', { ago: formatRelative(at, language, nowMs, 'long') })}
    </span>
  );
}

/** Most payments are found without it. */
const HashFields = lazy(() => import('./hash-fields.tsx'));

/** “I’ve paid”: asks for the transaction's hash, and closes once it is sent. */
export function HashForm({ onSend }: { onSend: (hash: string) => Promise<void> }) {
  const { t } = useTranslation();
  const [step, setStep] = useState<'closed' | 'open' | 'sent'>('closed');
  const button = (
    // The field goes once it is sent, and the focus with it.
    <Button variant="default" {...(step === 'sent' && { ref: focusNow })} onClick={() => setStep('open')}>
      {t('recharges.hint.ask')}
    </Button>
  );
  if (step !== 'open') return button;
  const send = async (hash: string) => {
    await onSend(hash);
    setStep('sent');
  };
  return (
    <Suspense fallback={button}>
      <HashFields onSend={send} />
    </Suspense>
  );
}
