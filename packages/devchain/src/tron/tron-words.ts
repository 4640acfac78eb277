import { fromBase58 } from '@portside/chain/tron/address';
import { type Hex, stringToBytes, toHex } from 'viem';

/** An address of the HTTP API, `T…` or `41…`, as 20-byte hex. Throws on anything else. */
export function readAddress(address = ''): Hex {
  if (/^41[0-9a-fA-F]{40}$/.test(address)) return `0x${address.slice(2).toLowerCase()}`;
  return fromBase58(address);
}

/** The HTTP API's hex form of an address: 41 and the 20 bytes. */
export function tronHex(address: Hex): string {
  return `41${address.slice(2).toLowerCase()}`;
}

/** Encodes an error message as hex, as java-tron does. */
export function messageHex(message: string): string {
  return toHex(stringToBytes(message)).slice(2);
}
