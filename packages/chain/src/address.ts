import { checksumAddress, type Hex } from 'viem';
import { familyOf, type Family, type Network } from './networks.ts';
import { fromBase58, toBase58 } from './tron-address.ts';

type AddressForm = {
  /** The 20 bytes, lower-case. Throws when the text is not exactly one address. */
  readonly parse: (text: string) => Hex;
  readonly format: (address: Hex) => string;
  /** Null where hex is how people write them. */
  readonly hexForm: RegExp | null;
};

/** How people write addresses. */
const FORMS: Record<Family, AddressForm> = {
  evm: { parse: parseChecksummed, format: (address) => checksumAddress(address), hexForm: null },
  tron: { parse: fromBase58, format: toBase58, hexForm: /^(0x|41|0x41)[0-9a-fA-F]{40}$/ },
};

/** The 20 bytes, lower-case, of an address as people write it there. Throws when it is not exactly one. */
export const parseAddress = (network: Network, text: string): Hex => FORMS[familyOf(network)].parse(text);

/** As people write it there: base58 on TRON, with checksum case on Ethereum and its kin. */
export const formatAddress = (network: Network, address: Hex): string =>
  FORMS[familyOf(network)].format(address);

/**
 * Whether a text is the hex form of an address on a network whose addresses are not written that way: explorers
 * and nodes of TRON show it.
 */
export const isHexForm = (network: Network, text: string): boolean =>
  FORMS[familyOf(network)].hexForm?.test(text) ?? false;

function parseChecksummed(text: string): Hex {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) throw new Error('An Ethereum address is 0x and 40 hex digits');
  const address: Hex = `0x${text.slice(2).toLowerCase()}`;
  const isMixed = /[a-f]/.test(text.slice(2)) && /[A-F]/.test(text);
  if (isMixed && checksumAddress(address) !== text) {
    throw new Error('The checksum of the Ethereum address does not match');
  }
  return address;
}
