import { bytesToHex, hexToBytes, type Hex } from 'viem';
import { bytesOf, integerOf, readProtobuf, type ProtobufMessage } from './protobuf.ts';

const CREATE = 30n;
const TRIGGER = 31n;
const ADDRESS = /^0x41[0-9a-f]{40}$/;

/** What a transaction calls, or the code that it deploys. */
export type TronContractCall = { readonly to: Hex | null; readonly data: Hex };

/**
 * The only contract call or deployment in a transaction's `raw_data`; null for any other kind, for several, and for
 * malformed bytes. Null too if a message repeats a field: nodes merge those and would read something else.
 */
export function readContractCall(rawData: Hex): TronContractCall | null {
  try {
    const contract = readOnce(bytesOf(readOnce(hexToBytes(rawData)), 11));
    const kind = integerOf(contract, 1);
    const content = readOnce(bytesOf(readOnce(bytesOf(contract, 2)), 2));
    if (kind === CREATE) return { to: null, data: bytesToHex(bytesOf(readOnce(bytesOf(content, 2)), 4)) };
    const to = bytesToHex(bytesOf(content, 2));
    if (kind !== TRIGGER || !ADDRESS.test(to)) return null;
    return { to: `0x${to.slice(4)}`, data: bytesToHex(bytesOf(content, 4)) };
  } catch {
    return null;
  }
}

function readOnce(bytes: Uint8Array): ProtobufMessage {
  const message = readProtobuf(bytes);
  if ([...message.values()].some(({ length }) => length !== 1)) throw new Error('a field is repeated');
  return message;
}
