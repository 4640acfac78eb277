import type { Recharge } from '@portside/contract';
import { useTranslation } from '../../../locales/use-translation.ts';
import { useSecondsUntil } from '../../../lib/browser/use-countdown.ts';
import { formatCountdown } from '../../../lib/format/format-countdown.ts';
import classes from './quote-clock.module.css';

const RADIUS = 15;
const ROUND = 2 * Math.PI * RADIUS;
const SHORT_SECONDS = 5 * 60;

/** Time left in which the amount and address are reserved: a ring and digits. */
export function QuoteClock({ recharge }: { recharge: Recharge }) {
  const { t } = useTranslation();
  const { t: pay } = useTranslation('pay');
  const endMs = new Date(recharge.expires_at).getTime();
  const wholeSeconds = (endMs - new Date(recharge.created_at).getTime()) / 1_000;
  const seconds = useSecondsUntil(endMs);
  const share = Math.min(1, seconds / Math.max(1, wholeSeconds));
  return (
    <div className={classes.clock} data-short={seconds < SHORT_SECONDS || undefined}>
      <svg viewBox="0 0 36 36" width="36" height="36" aria-hidden>
        <circle cx="18" cy="18" r={RADIUS} className={classes.track} />
        <circle
          cx="18"
          cy="18"
          r={RADIUS}
          className={classes.rest}
          strokeDasharray={`${ROUND * share} ${ROUND}`}
          transform="rotate(-90 18 18)"
        />
      </svg>
      <div>
        <div className={classes.label}>
          {t(seconds > 0 ? 'recharges.payment.timeLeft' : 'recharges.payment.timeOver')}
        </div>
        <div className={`${classes.time} figures`} role="timer">
          {seconds > 0
            ? formatCountdown(seconds)
            : recharge.mode === 'exact_amount'
              ? t('recharges.payment.timeOverHint')
              : pay('own.pay.timeOverHint')}
        </div>
      </div>
    </div>
  );
}
