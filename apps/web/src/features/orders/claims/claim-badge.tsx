import type { ClaimState } from '@portside/contract';
import { useTranslation } from 'react-i18next';
import { StatusBadge, type Tone } from '../../../ui/status-badge.tsx';

export const CLAIM_TONES = {
  open: 'info',
  replaced: 'good',
  refunded: 'good',
  refused: 'bad',
} satisfies Record<ClaimState, Tone>;

export function ClaimBadge({ state }: { state: ClaimState }) {
  const { t } = useTranslation('service');
  return (
    <StatusBadge tone={CLAIM_TONES[state]} isLive={state === 'open'}>
      {t(`claims.state.${state}`)}
    </StatusBadge>
  );
}
