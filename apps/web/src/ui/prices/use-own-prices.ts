import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useAfterContent } from '../../lib/api/after-content.ts';
import { queryKey } from '../../lib/api/query.ts';
import { useLiveEvent } from '../../lib/live/live-events.ts';
import { useStored } from '../../lib/stored/stored-state.ts';
import type { OwnPrices } from './own-prices.ts';

const REFRESH_MS = 60_000;

type LinkRequest = { readonly query?: { readonly link_key: string } };

/**
 * What the reader pays less than the catalogue says, once the page is there; until then, and where that cannot be read,
 * undefined. An order at another price is refused, so that nobody pays more than was shown. `asked` names a product by
 * link only, whose prices are told to nobody else.
 */
export const useOwnPrices = (asked: LinkRequest = {}): OwnPrices | undefined => useAwaitedPrices(asked).own;

/**
 * The same, and whether they are still to come: what is bought meanwhile might be refused at the price shown. As content
 * of the page they are read at once.
 */
export function useAwaitedPrices(
  asked: LinkRequest,
  { isContent = false }: { isContent?: boolean } = {},
): { own: OwnPrices | undefined; isAwaited: boolean } {
  const isSignedIn = useStored((s) => s.token !== null);
  const isAfter = useAfterContent();
  const client = useQueryClient();
  // The reader's level may be another one.
  useLiveEvent('session', () => void client.invalidateQueries({ queryKey: queryKey('readOwnPrices') }));
  const {
    data: own,
    isFetched,
    failureCount,
  } = useQuery({
    queryKey: queryKey(isSignedIn ? 'readOwnPrices' : 'listPromotions', asked),
    queryFn: async ({ signal }) => (await import('./own-prices.ts')).readOwnPrices(isSignedIn, asked, signal),
    enabled: isAfter || isContent,
    refetchInterval: REFRESH_MS,
  });
  return { own, isAwaited: (isSignedIn || isContent) && !isFetched && failureCount === 0 };
}
