import type { WarrantyClaim } from '@portside/contract';
import { useTranslation } from '../../../locales/use-translation.ts';
import { StatusBadge, type Tone } from '../../../ui/data/status-badge.tsx';

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

type Counted = Pick<WarrantyClaim, 'state' | 'accounts' | 'replaced' | 'refunded'>;

/** A claim's outcome so far. */
type WarrantyClaimOutcome = WarrantyClaim['state'] | 'partlyOpen' | 'mixed' | 'partlyRefused';

/** Derived from the accounts' outcomes: the claim's state alone only says what happened last. */
export function outcomeOf({ state, accounts, replaced, refunded }: Counted): WarrantyClaimOutcome {
  const settled = replaced + refunded;
  if (settled === 0) return state;
  if (settled < accounts) return state === 'refused' ? 'partlyRefused' : 'partlyOpen';
  return replaced === 0 ? 'refunded' : refunded === 0 ? 'replaced' : 'mixed';
}

/** Number of accounts per outcome; empty if all have the same one. */
export function partsOf({ state, accounts, replaced, refunded }: Counted) {
  const parts = [
    { end: 'replaced', n: replaced },
    { end: 'refunded', n: refunded },
    { end: state === 'refused' ? 'refused' : 'open', n: accounts - replaced - refunded },
  ] as const;
  const some = parts.filter(({ n }) => n > 0);
  return some.length > 1 ? some : [];
}
