import type { Coupon, PriceState, Proposal } from '@portside/contract';
import { useQueryClient } from '@tanstack/react-query';
import { queryKey } from '../../lib/api/query.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import type { Tone } from '../../ui/data/status-badge.tsx';
import { toastSuccess } from '../../ui/messages/toasts.tsx';

/** Refetches everything that prices are shown in. */
export function usePricesChanged(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    const names = [
      'listBuyerLevels',
      'listPriceLists',
      'readPriceList',
      'readUserPrices',
      'listCoupons',
      'listProposals',
    ] as const;
    await Promise.all(names.map((name) => client.invalidateQueries({ queryKey: queryKey(name) })));
  };
}

/** Says that a change is made, or waits for a second person. */
export function usePricesToast(): (proposal?: Proposal | null) => void {
  const { t } = useTranslation('admin');
  return (proposal) => {
    const isWaiting = proposal?.state === 'proposed' || proposal?.state === 'cooling';
    toastSuccess('prices', t(isWaiting ? 'prices.proposed' : 'prices.saved'));
  };
}

export const PRICE_TONES = {
  waiting: 'info',
  running: 'good',
  over: 'neutral',
  off: 'neutral',
  used: 'neutral',
} satisfies Record<PriceState | Coupon['state'], Tone>;
