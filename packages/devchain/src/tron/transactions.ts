import { type Hex, size, stringToBytes, toHex } from 'viem';
import { fromBase58 } from '@portside/chain/tron/address';

/** A transaction accepted by the TRON API and the EVM transaction that executes it. */
export type StoredTransaction = { txID: string; evmHash: Hex; rawDataHex: string; signatures: string[] };

export type TronTransactions = {
  add(transaction: StoredTransaction): void;
  byTxId(txID: string): StoredTransaction | undefined;
  /** The transaction's hash on TRON (0x + txID); the EVM hash itself where it was not sent through the TRON API. */
  tronHash(evmHash: Hex): Hex;
  all(): StoredTransaction[];
};

export function keepTransactions(stored: readonly StoredTransaction[]): TronTransactions {
  const byTxId = new Map<string, StoredTransaction>();
  const txIdByEvmHash = new Map<Hex, string>();
  const add = (transaction: StoredTransaction) => {
    byTxId.set(transaction.txID, transaction);
    txIdByEvmHash.set(transaction.evmHash, transaction.txID);
  };
  stored.forEach(add);
  return {
    add,
    byTxId: (txID) => byTxId.get(txID),
    tronHash(evmHash) {
      const txID = txIdByEvmHash.get(evmHash);
      return txID ? `0x${txID}` : evmHash;
    },
    all: () => [...byTxId.values()],
  };
}

/** Price of one unit of energy in sun; a chain parameter that wallets read. */
export const SUN_PER_ENERGY = 100n;

const TRANSACTION_GAS = 21_000n;

const ZERO_BYTE_GAS = 4n;

const BYTE_GAS = 16n;

const CREATION_GAS = 32_000n;

/** EIP-3860, for each word of the code that is deployed. */
const CREATION_WORD_GAS = 2n;

/** Gas that the EVM charges before the first instruction; on TRON this part is paid in bandwidth, not energy. */
export function intrinsicGas(data: Hex, isCreation = false): bigint {
  const bytes = BigInt(size(data));
  const zeros = BigInt(
    data
      .slice(2)
      .match(/../g)
      ?.filter((byte) => byte === '00').length ?? 0,
  );
  const creation = isCreation ? CREATION_GAS + ((bytes + 31n) / 32n) * CREATION_WORD_GAS : 0n;
  return TRANSACTION_GAS + creation + zeros * ZERO_BYTE_GAS + (bytes - zeros) * BYTE_GAS;
}

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
