import { bytesToHex, concatBytes, type Hex, hexToBytes, numberToHex, sha256 } from 'viem';

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const PREFIX = 0x41;
const TEXT_LENGTH = 34;
const PAYLOAD_BYTES = 21;
const CHECKSUM_BYTES = 4;

/** The base58check form (`T…`) of a 20-byte address. Throws when it is not 20 bytes. */
export function toBase58(hex20: Hex): string {
  if (!/^0x[0-9a-fA-F]{40}$/.test(hex20)) throw new Error('A TRON address has 20 bytes');
  const payload = concatBytes([Uint8Array.of(PREFIX), hexToBytes(hex20)]);
  return encode(concatBytes([payload, checksum(payload)]));
}

/** The 20 bytes, lower-case, of a base58check address. Throws on a bad length, letter, prefix or checksum. */
export function fromBase58(text: string): Hex {
  if (text.length !== TEXT_LENGTH) throw new Error(`A TRON address has ${TEXT_LENGTH} letters`);
  const bytes = decode(text);
  const payload = bytes.slice(0, PAYLOAD_BYTES);
  if (payload[0] !== PREFIX) throw new Error('A TRON address starts with T');
  if (bytesToHex(bytes.slice(PAYLOAD_BYTES)) !== bytesToHex(checksum(payload))) {
    throw new Error('The checksum of the TRON address does not match');
  }
  return bytesToHex(payload.slice(1));
}

const LETTERS = /^T[1-9A-HJ-NP-Za-km-z]*$/;
/** In base 58, numbers of one length sort as their texts do. */
const LAST_PAYLOAD = (1n << 160n) - 1n;

/** Between which addresses, both included, lie those whose base58check form begins with the text; null for none. */
export function rangeOfBase58(start: string): readonly [first: Hex, last: Hex] | null {
  if (!LETTERS.test(start) || start.length > TEXT_LENGTH) return null;
  const payloadOf = (text: string): bigint =>
    (BigInt(bytesToHex(decode(text))) >> BigInt(8 * CHECKSUM_BYTES)) - (BigInt(PREFIX) << 160n);
  const first = payloadOf(start.padEnd(TEXT_LENGTH, '1'));
  const last = payloadOf(start.padEnd(TEXT_LENGTH, 'z'));
  if (last < 0n || first > LAST_PAYLOAD) return null;
  const hexOf = (payload: bigint): Hex => numberToHex(payload, { size: PAYLOAD_BYTES - 1 });
  return [hexOf(first < 0n ? 0n : first), hexOf(last > LAST_PAYLOAD ? LAST_PAYLOAD : last)];
}

function checksum(payload: Uint8Array): Uint8Array {
  return sha256(sha256(payload, 'bytes'), 'bytes').slice(0, CHECKSUM_BYTES);
}

// The first byte is always 0x41, so base58's rule for leading zeros does not apply.
function encode(bytes: Uint8Array): string {
  let rest = BigInt(bytesToHex(bytes));
  let text = '';
  while (rest > 0n) {
    text = ALPHABET.charAt(Number(rest % 58n)) + text;
    rest /= 58n;
  }
  return text;
}

function decode(text: string): Uint8Array {
  let value = 0n;
  for (const letter of text) {
    const digit = ALPHABET.indexOf(letter);
    if (digit < 0) throw new Error('A TRON address is written in base58 letters');
    value = value * 58n + BigInt(digit);
  }
  // 34 letters are below 2^200, so 25 bytes always hold them.
  return hexToBytes(numberToHex(value, { size: PAYLOAD_BYTES + CHECKSUM_BYTES }));
}
