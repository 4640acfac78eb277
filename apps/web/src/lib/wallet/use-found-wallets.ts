import type { Network } from '@portside/contract';
import { useEffect, useState } from 'react';
import { discoverWallets } from './discover.ts';
import type { FoundWallet } from './found-wallet.ts';

type Found = { readonly wallets: readonly FoundWallet[]; readonly isDone: boolean };

/** The wallets of this browser for a network, as they are found: to pay, to claim and to sweep alike. */
export function useFoundWallets(network: Network): Found {
  const [found, setFound] = useState<Found>({ wallets: [], isDone: false });
  useEffect(() => discoverWallets(network, (wallets, isDone) => setFound({ wallets, isDone })), [network]);
  return found;
}
