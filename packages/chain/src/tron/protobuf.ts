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

const VARINT = 0n;

const BYTES = 2n;

type ProtobufField = bigint | Uint8Array;

/** Fields by number; a repeated field has several values. */
export type ProtobufMessage = ReadonlyMap<number, readonly ProtobufField[]>;

/** Reads varint and length-delimited fields, the only kinds in TRON's transactions. Throws on anything else. */
export function readProtobuf(bytes: Uint8Array): ProtobufMessage {
  const fields = new Map<number, ProtobufField[]>();
  let position = 0;

  const readVarint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = bytes[position];
      if (byte === undefined) throw new Error('The message ends within a number');
      position += 1;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    throw new Error('A number is longer than 64 bits');
  };

  while (position < bytes.length) {
    const tag = readVarint();
    const field = Number(tag >> 3n);
    let value: ProtobufField = readVarint();
    if ((tag & 7n) === BYTES) {
      const end = position + Number(value);
      if (end > bytes.length) throw new Error('The message ends within a field');
      value = bytes.subarray(position, end);
      position = end;
    } else if ((tag & 7n) !== VARINT) {
      throw new Error(`Field ${field} is of a kind that is not read`);
    }
    const values = fields.get(field);
    if (values) values.push(value);
    else fields.set(field, [value]);
  }
  return fields;
}

/** The field's last value; zero when it is left out. */
export function integerOf(message: ProtobufMessage, field: number): bigint {
  const value = message.get(field)?.at(-1) ?? 0n;
  if (typeof value !== 'bigint') throw new Error(`Field ${field} is not a number`);
  return value;
}

/** The field's last value; empty when it is left out. */
export function bytesOf(message: ProtobufMessage, field: number): Uint8Array {
  const value = message.get(field)?.at(-1) ?? new Uint8Array();
  if (typeof value === 'bigint') throw new Error(`Field ${field} is not bytes`);
  return value;
}
