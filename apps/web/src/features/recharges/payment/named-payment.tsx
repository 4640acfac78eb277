import { Button } from '@mantine/core';
import { recordOf } from '@portside/chain/networks/registry';
import type { NamedPayment, Network, Recharge } from '@portside/contract';
import { Link } from 'wouter';
import { currentArea } from '../../../lib/browser/current-area.ts';
import { formatUsdt } from '../../../lib/format/numbers.ts';
import { formatDateTime } from '../../../lib/format/times.ts';
import { networkName } from '../../../lib/networks/networks.ts';
import { usePunctuation } from '../../../locales/punctuation.ts';
import { useLanguage, useTranslation } from '../../../locales/use-translation.ts';
import { Callout } from '../../../ui/messages/callout.tsx';
import { useClaim } from './claim-host.tsx';
import classes from './payment.module.css';

/** What cannot be credited by itself: support sees what was named. */
const FOR_SUPPORT: ReadonlySet<NamedPayment['state']> = new Set([
  'rejected',
  'otherNetwork',
  'otherToken',
  'coin',
  'otherAddress',
]);

type NamedPaymentWordsProps = {
  payment: NamedPayment;
  hash: string;
  /** The network it was named for. */
  type: Network;
  /** Whether the reader is signed in, and so can claim it and write to support. */
  isSignedIn: boolean;
};

/** What a named transaction was, and the way on. */
export function NamedPaymentWords({ payment, hash, type, isSignedIn }: NamedPaymentWordsProps) {
  const { t } = useTranslation('named');
  const { sentences } = usePunctuation();
  const language = useLanguage();
  const { state, amount, can_sign: canSign, confirmations, confirmations_needed: needed } = payment;
  const isUnsignable = state === 'unmatched' && !canSign;
  const network = networkName(payment.type);
  const words = t(`payment.${isUnsignable ? 'unsignable' : state}`, {
    amount: amount === null ? '' : formatUsdt(amount, language),
    network,
    coin: recordOf(payment.type).coin.name,
    done: Math.min(confirmations ?? 0, needed),
    needed,
  });
  // These name the network themselves.
  const isNamed = state === 'otherNetwork' || state === 'failed';
  return (
    <>
      {payment.type === type || isNamed ? words : sentences(t('payment.other', { network }), words)}
      {isSignedIn && state === 'unmatched' && !isUnsignable && (
        <ClaimButton type={payment.type} hash={hash} />
      )}
      {isSignedIn && (isUnsignable || FOR_SUPPORT.has(state)) && (
        <Button
          component={Link}
          to={`${currentArea()}/customer-service`}
          variant="default"
          size="xs"
          className={classes.wayOn}
        >
          {t('action.support')}
        </Button>
      )}
    </>
  );
}

/** A payment that nearly answers a top-up and is nobody's yet, as a question. */
export function NearMiss({ miss, type }: { miss: NonNullable<Recharge['near_miss']>; type: Network }) {
  const { t } = useTranslation('named');
  const { sentences } = usePunctuation();
  const language = useLanguage();
  const words = t(miss.type === type ? 'near.amount' : 'near.network', {
    amount: formatUsdt(miss.amount, language),
    network: networkName(miss.type),
    at: formatDateTime(miss.paid_at, language),
  });
  return (
    <div data-testid="near-miss" aria-live="polite">
      <Callout tone="warn" title={t('near.title')}>
        {sentences(words, t('near.sign'))}
        <ClaimButton type={miss.type} hash={miss.tx_hash} />
      </Callout>
    </div>
  );
}

function ClaimButton({ type, hash }: { type: Network; hash: string }) {
  const { t } = useTranslation('named');
  const claim = useClaim();
  return (
    <Button size="xs" className={classes.wayOn} onClick={() => claim({ type, hash })}>
      {t('action.claim')}
    </Button>
  );
}
