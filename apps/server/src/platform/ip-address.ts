import { isIPv6, BlockList, isIP } from 'node:net';
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

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Whether a URL leads to this machine, so that no one can listen in between. */
export const isLoopback = (url: string): boolean => URL.canParse(url) && LOOPBACK.test(new URL(url).hostname);

/** Of RFC 6890: this host and network, private, shared, link-local, test, relay and multicast addresses. */
const INNER: readonly (readonly [address: string, bits: number, family: 'ipv4' | 'ipv6'])[] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.0.2.0', 24, 'ipv4'],
  ['192.88.99.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['198.51.100.0', 24, 'ipv4'],
  ['203.0.113.0', 24, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
];

/** All public addresses begin with the bits 001. */
const GLOBAL_IPV6 = new BlockList();

GLOBAL_IPV6.addSubnet('2000::', 3, 'ipv6');

/** Addresses inside it that represent an IPv4 address, or none. */
const INNER_IPV6 = new BlockList();

INNER_IPV6.addSubnet('2001::', 23, 'ipv6');

INNER_IPV6.addSubnet('2001:db8::', 32, 'ipv6');

INNER_IPV6.addSubnet('2002::', 16, 'ipv6');

INNER_IPV6.addSubnet('3fff::', 20, 'ipv6');

const INNER_IPV4 = new BlockList();

for (const [address, bits, family] of INNER) INNER_IPV4.addSubnet(address, bits, family);

/** Whether an IP address is a public one. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !INNER_IPV4.check(address, 'ipv4');
  return version === 6 && GLOBAL_IPV6.check(address, 'ipv6') && !INNER_IPV6.check(address, 'ipv6');
}

/** Whether an address is in one of the ranges; every one is where there are none. */
export function isWithin(ranges: readonly string[], address: string): boolean {
  if (ranges.length === 0) return true;
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', bits] = range.split('/');
    const family = isIPv6(network) ? 'ipv6' : 'ipv4';
    list.addSubnet(network, bits === undefined ? (family === 'ipv6' ? 128 : 32) : Number(bits), family);
  }
  const bare = address.split('%', 1)[0]!;
  const version = isIP(bare);
  // An IPv4 address that was mapped into IPv6 is found by the ranges of IPv4.
  return version !== 0 && list.check(bare, version === 4 ? 'ipv4' : 'ipv6');
}
