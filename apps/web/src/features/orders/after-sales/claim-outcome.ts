import type { WarrantyClaim } from '@portside/contract';

type Counted = Pick<WarrantyClaim, 'state' | 'accounts' | 'replaced' | 'refunded'>;

/** What a claim came to, or has come to so far. */
export type ClaimOutcome = WarrantyClaim['state'] | 'partlyOpen' | 'mixed' | 'partlyRefused';

/** By what became of its accounts: its state alone tells the last step only. */
export function outcomeOf({ state, accounts, replaced, refunded }: Counted): ClaimOutcome {
  const settled = replaced + refunded;
  if (settled === 0) return state;
  if (settled < accounts) return state === 'refused' ? 'partlyRefused' : 'partlyOpen';
  return replaced === 0 ? 'refunded' : refunded === 0 ? 'replaced' : 'mixed';
}

/** How many of its accounts came to which end; none where all came to the same. */
export function partsOf({ state, accounts, replaced, refunded }: Counted) {
  const parts = [
    { end: 'replaced', n: replaced },
    { end: 'refunded', n: refunded },
    { end: state === 'refused' ? 'refused' : 'open', n: accounts - replaced - refunded },
  ] as const;
  const some = parts.filter(({ n }) => n > 0);
  return some.length > 1 ? some : [];
}
