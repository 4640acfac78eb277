import type { Network } from '@portside/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '../../../lib/api/query.ts';
import { byUsualFee } from '../../../lib/networks.ts';

/**
 * The network that the form begins with: that of the buyer's last top-up, or the cheapest to pay on. Null until it is
 * known. Stays while the page is open, even if a payment arrives on another one, unless it takes no top-ups any more.
 */
export function usePreselectedNetwork(enabled: readonly Network[] | undefined): Network | null {
  const [first, setFirst] = useState<Network | null>(null);
  const last = useQuery({
    ...query('listRecharges', { query: { limit: 1 } }, { isQuiet: true }),
    select: ({ items }) => items[0]?.type,
    enabled: first === null,
  });
  if (enabled === undefined || (first === null && last.isPending)) return null;
  const wanted = first ?? last.data;
  const chosen = wanted !== undefined && enabled.includes(wanted) ? wanted : (byUsualFee(enabled)[0] ?? null);
  if (first === null && chosen !== null) setFirst(chosen);
  return chosen;
}
