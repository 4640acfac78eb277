import type { AdminWarrantyClaim } from '@portside/contract';
import { useTranslation } from '../../../locales/use-translation.ts';
import { StatusBadge } from '../../../ui/data/status-badge.tsx';
import { CLAIM_TONES } from '../after-sales/warranty-claim-badge.tsx';
import { outcomeOf } from '../after-sales/warranty-claim-outcome.ts';

/** A claim's outcome, as operators see it. */
export function WarrantyClaimStateBadge({ claim }: { claim: AdminWarrantyClaim }) {
  const { t } = useTranslation('admin');
  const outcome = outcomeOf(claim);
  return (
    <StatusBadge tone={CLAIM_TONES[outcome]} isLive={claim.state === 'open'}>
      {t(`warrantyClaims.state.${outcome}`)}
    </StatusBadge>
  );
}
