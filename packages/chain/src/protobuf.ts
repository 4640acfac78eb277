import { concatBytes } from 'viem';

/** Integer field as a varint; proto3 leaves zero out. */
export function integerField(field: number, value: bigint): Uint8Array {
  if (value === 0n) return new Uint8Array();
  return concatBytes([varint(BigInt(field << 3)), varint(value)]);
}

/** Length-delimited field (bytes, text or message); proto3 leaves an empty one out. */
export function bytesField(field: number, value: Uint8Array): Uint8Array {
  if (value.length === 0) return new Uint8Array();
  return concatBytes([varint(BigInt((field << 3) | 2)), varint(BigInt(value.length)), value]);
}

function varint(value: bigint): Uint8Array {
  if (value < 0n) throw new Error('Only unsigned numbers are written');
  const bytes: number[] = [];
  let rest = value;
  while (rest > 0x7fn) {
    bytes.push(Number(rest & 0x7fn) | 0x80);
    rest >>= 7n;
  }
  bytes.push(Number(rest));
  return Uint8Array.from(bytes);
}
