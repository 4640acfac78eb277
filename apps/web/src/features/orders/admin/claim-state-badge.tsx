import type { ClaimState } from '@portside/contract';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { CLAIM_TONES } from '../claims/claim-badge.tsx';

/** A claim's state in an operator's words. */
export function ClaimStateBadge({ state }: { state: ClaimState }) {
  const { t } = useTranslation('admin');
  return (
    <StatusBadge tone={CLAIM_TONES[state]} isLive={state === 'open'}>
      {t(`claims.state.${state}`)}
    </StatusBadge>
  );
}
