import { checksumAddress, type Hex } from 'viem';
import { fromBase58, toBase58 } from './tron-address.ts';
import type { Network } from './types.ts';

/** The 20 bytes, lower-case, of an address as people write it there. Throws when it is not exactly one. */
export function parseAddress(network: Network, text: string): Hex {
  if (network === 'TRON') return fromBase58(text);
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) throw new Error('An Ethereum address is 0x and 40 hex digits');
  const address: Hex = `0x${text.slice(2).toLowerCase()}`;
  const isMixed = /[a-f]/.test(text.slice(2)) && /[A-F]/.test(text);
  if (isMixed && checksumAddress(address) !== text) {
    throw new Error('The checksum of the Ethereum address does not match');
  }
  return address;
}

/** As people write it there: base58 on TRON, with checksum case on Ethereum. */
export function formatAddress(network: Network, address: Hex): string {
  return network === 'TRON' ? toBase58(address) : checksumAddress(address);
}
