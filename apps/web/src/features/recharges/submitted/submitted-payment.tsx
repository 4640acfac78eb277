import type { Recharge } from '@portside/contract';
import { useTranslation } from '../../../locales/use-translation.ts';
import { useNow } from '../../../lib/browser/use-now.ts';
import { useScrollIntoView } from '../../../lib/browser/use-scroll-into-view.ts';
import { networkName } from '../../../lib/networks.ts';
import { isLongAgo } from './is-long-ago.ts';
import { PaymentLine } from './payment-line.tsx';

/** The states in which a payment is still looked for, in time or late. */
const UNPAID = new Set<Recharge['sub_state']>(['waiting', 'cancelled', 'expired']);

/**
 * What became of "I have paid": which transaction is looked for, when the chain was last read, and what to do next.
 * Hidden without one, and once a payment of this top-up is seen.
 */
export function SubmittedPayment({ recharge }: { recharge: Recharge }) {
  const { t } = useTranslation();
  const { t: pay } = useTranslation('pay');
  const nowMs = useNow(1_000);
  const { submitted, sub_state: state, awaits_payment: isAwaited, type, mode } = recharge;
  const place = useScrollIntoView<HTMLDivElement>(submitted !== null && UNPAID.has(state));
  if (submitted === null || !UNPAID.has(state)) return null;
  const { tx_hash: hash, checked_at: checkedAt, is_found: isFound } = submitted;
  const isLate = isLongAgo(submitted.submitted_at, nowMs);
  const next = isFound ? 'found' : !isAwaited ? 'over' : isLate ? 'missing' : 'waiting';
  return (
    <PaymentLine
      place={place}
      hash={hash}
      isFound={isFound}
      checkedAt={checkedAt}
      tone={next === 'waiting' ? 'waiting' : 'warn'}
      next={
        next === 'over'
          ? pay('pages.order.tooLate')
          : next === 'found' && mode === 'own_addresses'
            ? pay('own.pay.found')
            : t(`recharges.hint.next.${next}`, { network: networkName(type) })
      }
    />
  );
}
