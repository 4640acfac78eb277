import type { Recharge, RechargeStatus } from '@portside/contract';
import { useTranslation } from '../../../locales/use-translation.ts';
import { StatusBadge, type Tone } from '../../../ui/data/status-badge.tsx';
import classes from './recharge-status.module.css';

const tones = { recharging: 'info', successful: 'good', failed: 'neutral' } satisfies Record<
  RechargeStatus,
  Tone
>;

/** The status, and below it the exact state. */
export function RechargeStatusBadge({ recharge }: { recharge: Recharge }) {
  const { t } = useTranslation();
  const { status, sub_state: state } = recharge;
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
  const { sub_state: state, confirmations, confirmations_needed: needed } = recharge;
  return <>{t(`recharges.state.${state}`, { done: Math.min(confirmations ?? 0, needed), needed })}</>;
}
