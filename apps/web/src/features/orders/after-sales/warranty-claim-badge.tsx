import type { WarrantyClaim } from '@portside/contract';
import { useTranslation } from '../../../locales/use-translation.ts';
import { StatusBadge, type Tone } from '../../../ui/data/status-badge.tsx';
import { outcomeOf, type WarrantyClaimOutcome } from './warranty-claim-outcome.ts';

export const CLAIM_TONES = {
  open: 'info',
  partlyOpen: 'info',
  replaced: 'good',
  refunded: 'good',
  mixed: 'good',
  partlyRefused: 'warn',
  refused: 'bad',
} satisfies Record<WarrantyClaimOutcome, Tone>;

export function WarrantyClaimBadge({ claim }: { claim: WarrantyClaim }) {
  const { t } = useTranslation('service');
  const outcome = outcomeOf(claim);
  return (
    <StatusBadge tone={CLAIM_TONES[outcome]} isLive={claim.state === 'open'}>
      {t(`warrantyClaims.state.${outcome}`)}
    </StatusBadge>
  );
}
