import { checksumAddress, type Hex } from 'viem';
import { familyOf, type Family, type Network } from './registry.ts';
import { fromBase58, toBase58 } from '../tron/address.ts';

type AddressForm = {
  /** The 20 bytes, lower-case. Throws when the text is not exactly one address. */
  readonly parse: (text: string) => Hex;
  readonly format: (address: Hex) => string;
  /** The hex form that users paste by mistake; null if hex is the accepted format. */
  readonly hexForm: RegExp | null;
};

/** The address format of each family. */
const FORMS: Record<Family, AddressForm> = {
  evm: { parse: parseChecksummed, format: (address) => checksumAddress(address), hexForm: null },
  tron: { parse: fromBase58, format: toBase58, hexForm: /^(0x|41|0x41)[0-9a-fA-F]{40}$/ },
};

/**
 * The 20 bytes, in lower-case hex, of an address in the network's format. Throws when the text is not exactly one
 * address.
 */
export const parseAddress = (network: Network, text: string): Hex => FORMS[familyOf(network)].parse(text);

/** Like `parseAddress`, but null for any other text. */
export function parseAddressOrNull(network: Network, text: string): Hex | null {
  try {
    return parseAddress(network, text);
  } catch {
    return null;
  }
}

const NOBODY: Hex = `0x${'0'.repeat(40)}`;

/**
 * Like `parseAddress`, for a wallet with an owner: also throws on the zero address, which tokens refuse to transfer to
 * or from.
 */
export function parseWallet(network: Network, text: string): Hex {
  const address = parseAddress(network, text);
  if (address === NOBODY) throw new Error('The zero address is nobody’s');
  return address;
}

/** An address in the network's format: base58check on TRON, EIP-55 checksum case on EVM chains. */
export const formatAddress = (network: Network, address: Hex): string =>
  FORMS[familyOf(network)].format(address);

/**
 * Whether a text is a hex address on a network that does not accept hex; TRON's explorers and nodes show addresses
 * that way.
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

/** Normalizes a hash to lower case with 0x. Accepts 64 hex digits with or without 0x, throws otherwise. */
export function parseTxHash(text: string): Hex {
  const digits = /^(?:0x)?([0-9a-fA-F]{64})$/.exec(text)?.[1];
  if (!digits) throw new Error('A transaction hash has 64 hex digits');
  return `0x${digits.toLowerCase()}`;
}

const FORMATS: Record<Family, (hash: Hex) => string> = {
  evm: (hash) => hash,
  tron: (hash) => hash.slice(2),
};

/** A hash as explorers show it: without 0x on TRON. */
export const formatTxHash = (network: Network, hash: Hex): string => FORMATS[familyOf(network)](hash);
