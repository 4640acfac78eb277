import type { Hex } from 'viem';

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
