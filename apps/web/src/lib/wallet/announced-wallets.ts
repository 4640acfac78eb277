import { familyOf, type Family } from '@portside/chain/networks/registry';
import type { Network } from '@portside/contract';
import type { FoundWallet } from './found-wallet.ts';

/** EIP-6963 and TIP-6963: the same protocol under two names. */
const EVENTS: Record<Family, { readonly ask: string; readonly answer: string }> = {
  evm: { ask: 'eip6963:requestProvider', answer: 'eip6963:announceProvider' },
  tron: { ask: 'TIP6963:requestProvider', answer: 'TIP6963:announceProvider' },
};
const LONGEST_NAME = 40;

/** Listens for announced wallets; reports all of them each time. */
export function announcedWallets(
  network: Network,
  onFound: (wallets: readonly FoundWallet[]) => void,
): () => void {
  const family = familyOf(network);
  const { ask, answer } = EVENTS[family];
  const found = new Map<string, FoundWallet>();
  const hear = (event: Event) => {
    const wallet = readAnnouncement(family, (event as CustomEvent<unknown>).detail);
    if (wallet === null || found.has(wallet.key)) return;
    found.set(wallet.key, wallet);
    onFound([...found.values()]);
  };
  window.addEventListener(answer, hear);
  window.dispatchEvent(new Event(ask));
  return () => window.removeEventListener(answer, hear);
}

type Announcement = { info?: { uuid?: unknown; name?: unknown; icon?: unknown }; provider?: unknown };

/** Null for anything that is not a wallet. An extension's name is shown as text, its icon only from a data URL. */
function readAnnouncement(family: Family, detail: unknown): FoundWallet | null {
  const { info, provider } = (detail ?? {}) as Announcement;
  if (typeof info?.uuid !== 'string' || typeof info.name !== 'string') return null;
  if (typeof provider !== 'object' || provider === null || !('request' in provider)) return null;
  const icon = typeof info.icon === 'string' && info.icon.startsWith('data:image/') ? info.icon : null;
  const name = info.name.trim().slice(0, LONGEST_NAME);
  return { family, key: info.uuid, name, icon, provider } as FoundWallet;
}
