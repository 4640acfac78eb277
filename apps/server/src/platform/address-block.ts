import { isIPv6 } from 'node:net';
import { memoizeFew } from './memoize-few.ts';

const NETWORK_GROUPS = 4;
const MOST_KNOWN = 10_000;

/**
 * The key for limits per IP address. An IPv6 caller owns a whole /64, so the /64 counts as one; an IPv4 address, also
 * one mapped into IPv6, counts by itself.
 */
export const addressBlock = memoizeFew(computeBlock, MOST_KNOWN);

function computeBlock(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [bare = ''] = address.split('%');
  return isIPv6(bare) ? `${expand(bare).slice(0, NETWORK_GROUPS).join(':')}::/64` : address;
}

/** "2001:db8::1" as its eight groups. */
function expand(address: string): string[] {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const groups = (part: string): string[] => (part === '' ? [] : part.split(':'));
  if (tail === undefined) return groups(head);
  const missing = 8 - groups(head).length - groups(tail).length;
  return [...groups(head), ...Array.from({ length: missing }, () => '0'), ...groups(tail)];
}
