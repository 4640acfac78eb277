import type { AdminDeposit } from '@portside/contract';
import { useTranslation } from '../../locales/use-translation.ts';
import { StatusBadge, type Tone } from '../../ui/data/status-badge.tsx';

type State = AdminDeposit['state'];

const TONES = {
  unmatched: 'warn',
  held: 'bad',
  credited: 'good',
  final: 'info',
  small: 'info',
  rejected: 'neutral',
  reversed: 'neutral',
} satisfies Record<State, Tone>;

/** In order of urgency. */
export const DEPOSIT_STATES = Object.keys(TONES) as State[];

export function DepositStateBadge({ state }: { state: State }) {
  const { t } = useTranslation('admin');
  return <StatusBadge tone={TONES[state]}>{t(`deposits.state.${state}`)}</StatusBadge>;
}
