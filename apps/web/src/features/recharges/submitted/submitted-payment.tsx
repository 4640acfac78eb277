import type { Recharge } from '@portside/contract';
import { Loader } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { useScrollIntoView } from '../../../lib/browser/use-scroll-into-view.ts';
import { useNow } from '../../../lib/browser/use-now.ts';
import { formatRelative } from '../../../lib/format/format-time.ts';
import { networkName } from '../../../lib/networks.ts';
import { useLanguage } from '../../../locales/use-language.ts';
import { shorten } from '../history/shorten.ts';
import classes from './submitted-payment.module.css';

/** Slower than the block time of every network, with its usual delays. */
const PATIENCE_MS = 3 * 60_000;

/** The states in which a payment is still looked for, in time or late. */
const UNPAID = new Set<Recharge['sub_state']>(['waiting', 'cancelled', 'expired']);

/**
 * What became of "I have paid": which transaction is looked for, when the chain was last read, and what to do next.
 * Hidden without one, and once a payment of this top-up is seen.
 */
export function SubmittedPayment({ recharge }: { recharge: Recharge }) {
  const { t } = useTranslation();
  const { t: pay } = useTranslation('pay');
  const language = useLanguage();
  const nowMs = useNow(1_000);
  const { submitted, sub_state: state, awaits_payment: isAwaited, type, mode } = recharge;
  const place = useScrollIntoView<HTMLDivElement>(submitted !== null && UNPAID.has(state));
  if (submitted === null || !UNPAID.has(state)) return null;
  const { tx_hash: hash, checked_at: checkedAt, is_found: isFound } = submitted;
  const isLate = nowMs - Date.parse(submitted.submitted_at) > PATIENCE_MS;
  const next = isFound ? 'found' : !isAwaited ? 'over' : isLate ? 'missing' : 'waiting';
  return (
    <div ref={place} className={classes.line} data-testid="submitted-payment" data-tone={next}>
      {next === 'waiting' ? <Loader size={18} /> : <IconAlertTriangle size={19} stroke={1.8} aria-hidden />}
      <div>
        <p className={classes.what}>
          <span title={hash}>
            {t(isFound ? 'recharges.hint.foundHash' : 'recharges.hint.looking', { hash: shorten(hash, 4) })}
          </span>
          {checkedAt !== null && (
            <span className={`${classes.checked} figures`}>
              {t('recharges.hint.checked', { ago: formatRelative(checkedAt, language, nowMs, 'long') })}
            </span>
          )}
        </p>
        <p className={classes.next} aria-live="polite">
          {next === 'over'
            ? pay('pages.order.tooLate')
            : next === 'found' && mode === 'own_addresses'
              ? pay('own.pay.found')
              : t(`recharges.hint.next.${next}`, { network: networkName(type) })}
        </p>
      </div>
    </div>
  );
}
