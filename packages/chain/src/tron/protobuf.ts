import { concatBytes } from 'viem';

/** Encodes an unsigned integer field as a varint; proto3 omits zero. */
export function integerField(field: number, value: bigint): Uint8Array {
  if (value === 0n) return new Uint8Array();
  return concatBytes([varint(BigInt(field << 3)), varint(value)]);
}

/** Encodes a length-delimited field (bytes, text or message); proto3 omits an empty one. */
export function bytesField(field: number, value: Uint8Array): Uint8Array {
  if (value.length === 0) return new Uint8Array();
  return concatBytes([varint(BigInt((field << 3) | 2)), varint(BigInt(value.length)), value]);
}

function varint(value: bigint): Uint8Array {
  if (value < 0n) throw new Error('Only unsigned integers can be encoded');
  const bytes: number[] = [];
  let rest = value;
  while (rest > 0x7fn) {
    bytes.push(Number(rest & 0x7fn) | 0x80);
    rest >>= 7n;
  }
  bytes.push(Number(rest));
  return Uint8Array.from(bytes);
}
