import type { Recharge, RechargeStatus } from '@portside/contract';
import { IconCheck, IconExternalLink } from '@tabler/icons-react';
import { useTranslation } from '../../../locales/use-translation.ts';
import classes from './payment.module.css';
import { PROGRESS_STEPS, progressOf, type Timeline, useShownState } from './payment-progress.ts';
import { StatusBadge, type Tone } from '../../../ui/data/status-badge.tsx';
import { useSecondsUntil } from '../../../lib/browser/use-countdown.ts';
import { formatCountdown } from '../../../lib/format/times.ts';
import { Anchor } from '@mantine/core';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import { shorten } from '../payment-text.ts';
import type { ReactNode } from 'react';

/**
 * A payment's progress: a bar, four steps, and a sentence about the current one. Hidden once a top-up ended unpaid.
 */
export function ProgressSteps({ recharge }: { recharge: Recharge }) {
  const { t } = useTranslation();
  const state = useShownState(recharge);
  const timeline = progressOf(recharge);
  const text = useStepText(recharge, timeline);
  if (!timeline || state === 'expired') return null;
  const at = PROGRESS_STEPS.indexOf(timeline.current);
  const isDone = (index: number) => index < at || timeline.percent === 100;
  return (
    <div className={classes.progressStepsLine} data-held={timeline.isHeld || undefined}>
      <progress
        className={classes.bar}
        aria-label={t('recharges.step.label')}
        aria-valuetext={text}
        value={timeline.percent}
        max={100}
      />
      <ol className={classes.steps}>
        {PROGRESS_STEPS.map((step, index) => (
          <li
            key={step}
            className={classes.step}
            data-phase={isDone(index) ? 'done' : index === at ? 'now' : 'ahead'}
            aria-current={index === at ? 'step' : undefined}
          >
            <span className={classes.mark}>
              {isDone(index) && <IconCheck size={13} stroke={3} aria-hidden />}
            </span>
            {timeline.isHeld && index === at ? t('recharges.step.review') : t(`recharges.step.${step}`)}
          </li>
        ))}
      </ol>
      <p className={classes.text} aria-live="polite">
        {text}
      </p>
    </div>
  );
}

function useStepText(recharge: Recharge, timeline: Timeline | null): string {
  const { t } = useTranslation();
  const { confirmations, confirmations_needed: needed } = recharge;
  if (!timeline) return '';
  if (timeline.isHeld) return t('recharges.step.reviewText');
  if (timeline.current === 'credited') return t('recharges.result.creditedText');
  return t(`recharges.step.${timeline.current}Text`, { done: Math.min(confirmations ?? 0, needed), needed });
}

const tones = { recharging: 'info', successful: 'good', failed: 'neutral' } satisfies Record<
  RechargeStatus,
  Tone
>;

/** The status, and below it the exact state; for a top-up that ended unpaid, only how it ended. */
export function RechargeStatusBadge({ recharge }: { recharge: Recharge }) {
  const { t } = useTranslation();
  const { status } = recharge;
  const state = useShownState(recharge);
  if (state === 'expired' || state === 'cancelled')
    return <StatusBadge tone="neutral">{t(`recharges.state.${state}`)}</StatusBadge>;
  const tone = state === 'review' ? 'warn' : state === 'rejected' ? 'bad' : tones[status];
  return (
    <span className={classes.status}>
      <StatusBadge tone={tone} isLive={status === 'recharging'}>
        {t(`recharges.status.${status}`)}
      </StatusBadge>
      {state !== 'credited' && (
        <span className={classes.state}>
          <RechargeState recharge={recharge} />
        </span>
      )}
    </span>
  );
}

export function RechargeState({ recharge }: { recharge: Recharge }) {
  const { t } = useTranslation();
  const { confirmations, confirmations_needed: needed } = recharge;
  const state = useShownState(recharge);
  return <>{t(`recharges.state.${state}`, { done: Math.min(confirmations ?? 0, needed), needed })}</>;
}

const RADIUS = 15;

const ROUND = 2 * Math.PI * RADIUS;

const SHORT_SECONDS = 5 * 60;

/** Time left in which an exact amount is reserved: a ring and digits. An own address never expires. */
export function QuoteClock({ recharge }: { recharge: Recharge }) {
  const { t } = useTranslation();
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
        <div className={classes.progressStepsLabel}>
          {t(seconds > 0 ? 'recharges.payment.timeLeft' : 'recharges.payment.timeOver')}
        </div>
        <div className={`${classes.time} figures`} role="timer">
          {seconds > 0 ? formatCountdown(seconds) : t('recharges.payment.timeOverHint')}
        </div>
      </div>
    </div>
  );
}

/** The transaction that pays a top-up, linked to its explorer. */
export function SeenPayment({ recharge }: { recharge: Recharge }) {
  const { t } = useTranslation();
  const { tx_hash: hash, tx_url: url } = recharge;
  if (hash === null) return null;
  return (
    <div className={classes.seen}>
      <span className={classes.seenPaymentLabel}>{t('recharges.result.transaction')}</span>
      <span className={classes.hash}>
        <code translate="no" title={hash}>
          {shorten(hash, 8)}
        </code>
        <CopyButton text={hash} name={t('recharges.copy.hash')} />
      </span>
      {url !== null && (
        <Anchor href={url} target="_blank" rel="noreferrer noopener" size="sm">
          {t('recharges.result.explorer')} <IconExternalLink size={13} aria-hidden />
        </Anchor>
      )}
    </div>
  );
}

type Props = {
  orderId: string;
  /** What the buyer can do with the top-up. */
  children: ReactNode;
};

/** The end of a top-up's card: its number, and what can be done. */
export function OrderFoot({ orderId, children }: Props) {
  const { t } = useTranslation();
  return (
    <footer className={classes.foot}>
      <span className={classes.order}>
        {t('recharges.payment.orderId')} <code translate="no">{orderId}</code>
        <CopyButton text={orderId} name={t('recharges.copy.order')} />
      </span>
      {children !== false && <div className={classes.actions}>{children}</div>}
    </footer>
  );
}
