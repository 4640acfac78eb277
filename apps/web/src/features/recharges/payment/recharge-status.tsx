import type { Recharge, RechargeStatus } from '@portside/contract';
import { useTranslation } from '../../../locales/use-translation.ts';
import { StatusBadge, type Tone } from '../../../ui/data/status-badge.tsx';
import classes from './recharge-status.module.css';
import { useShownState } from './use-quote.ts';

const tones = { recharging: 'info', successful: 'good', failed: 'neutral' } satisfies Record<
  RechargeStatus,
  Tone
>;

/** The status, and below it the exact state; of a top-up that ended unpaid only how it ended. */
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
