import type { Hex } from 'viem';

/** A transaction the TRON face accepted and the one that carries it out on the EVM node. */
export type StoredTransaction = { txID: string; evmHash: Hex; rawDataHex: string; signatures: string[] };

export type TronTransactions = {
  add(transaction: StoredTransaction): void;
  byTxId(txID: string): StoredTransaction | undefined;
  /** The hash TRON knows it by (0x + txID); the same hash when it did not come in by the TRON face. */
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
