import {
  parseAddress,
  formatTxHash,
  parseTxHash,
  parseAddressOrNull,
} from '@portside/chain/networks/address';
import { explorerAddressUrl } from '@portside/chain/networks/explorer';
import type { Network } from '@portside/contract';

/** Page of an address as its network writes it; null where the chain has no explorer, or it is no address. */
export function addressPage(network: Network, chainId: number, address: string): string | null {
  try {
    return explorerAddressUrl(network, chainId, parseAddress(network, address));
  } catch {
    return null;
  }
}

/** A hash as its network's explorers show it; text that is no hash stays as it is. */
export function displayTxHash(network: Network, text: string): string {
  try {
    return formatTxHash(network, parseTxHash(text));
  } catch {
    return text;
  }
}

/** Whether a text is exactly one valid address of the network. */
export const isAddress = (network: Network, text: string): boolean =>
  parseAddressOrNull(network, text.trim()) !== null;

/** "@harbour", "harbour" or a link → URL that opens a Telegram chat. */
export const telegramLink = (name: string): string =>
  `https://t.me/${encodeURIComponent(name.trim().replace(/^(https:\/\/)?t\.me\/|^@/, ''))}`;

/** The path of a URL on this site; undefined for other hosts, schemes and slash tricks. */
export function ownPath(target: string | null | undefined): string | undefined {
  if (!target || !target.startsWith('/') || /[\\\p{Cc}]/u.test(target)) return undefined;
  const base = 'http://site.invalid';
  const url = URL.canParse(target, base) ? new URL(target, base) : undefined;
  if (!url || url.origin !== base || url.pathname.startsWith('//')) return undefined;
  return url.pathname + url.search + url.hash;
}
