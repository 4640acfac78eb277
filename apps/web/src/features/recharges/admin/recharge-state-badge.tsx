import type { AdminRecharge } from '@portside/contract';
import { useTranslation } from '../../../locales/use-translation.ts';
import { StatusBadge, type Tone } from '../../../ui/data/status-badge.tsx';

type State = AdminRecharge['sub_state'];

const TONES = {
  waiting: 'info',
  seen: 'info',
  confirming: 'info',
  review: 'warn',
  credited: 'good',
  cancelled: 'neutral',
  expired: 'neutral',
  rejected: 'bad',
  reversed: 'bad',
} satisfies Record<State, Tone>;

/** A top-up's exact state; its status is derived from it. */
export function RechargeStateBadge({ recharge }: { recharge: AdminRecharge }) {
  const { t } = useTranslation('admin');
  const { status, sub_state: state } = recharge;
  return (
    <StatusBadge tone={TONES[state]} isLive={status === 'recharging'}>
      {t(`recharges.state.${state}`)}
    </StatusBadge>
  );
}
