import type { Hex } from 'viem';
import { blockId } from './blocks.ts';
import type { TronTransactions } from './transactions.ts';

/** An object of the EVM node's JSON-RPC; only the fields that differ on TRON are changed. */
export type EvmFields = Record<string, unknown>;

const ZEROS: Hex = `0x${'0'.repeat(64)}`;
const EMPTY_BLOOM: Hex = `0x${'0'.repeat(512)}`;

export function showBlock(block: EvmFields, transactions: TronTransactions): EvmFields {
  const number = Number(block['number']);
  const inside = block['transactions'] as (Hex | EvmFields)[];
  return {
    ...block,
    hash: `0x${blockId(number, block['hash'] as Hex)}`,
    parentHash: number === 0 ? ZEROS : `0x${blockId(number - 1, block['parentHash'] as Hex)}`,
    transactions: inside.map((one) => {
      return typeof one === 'string' ? transactions.tronHash(one) : showTransaction(one, transactions);
    }),
    baseFeePerGas: '0x0',
    stateRoot: '0x',
    logsBloom: EMPTY_BLOOM,
    receiptsRoot: ZEROS,
    sha3Uncles: ZEROS,
    nonce: '0x0000000000000000',
  };
}

export function showLog(log: EvmFields, transactions: TronTransactions): EvmFields {
  return {
    ...log,
    ...blockHashOf(log),
    transactionHash: transactions.tronHash(log['transactionHash'] as Hex),
  };
}

export function showReceipt(receipt: EvmFields, transactions: TronTransactions): EvmFields {
  return {
    ...showLog(receipt, transactions),
    type: '0x0',
    logsBloom: EMPTY_BLOOM,
    logs: (receipt['logs'] as EvmFields[]).map((log) => showLog(log, transactions)),
  };
}

/** java-tron answers a pending transaction with empty numbers, which `BigInt` does not accept. */
export function showTransaction(transaction: EvmFields, transactions: TronTransactions): EvmFields {
  const shown = { ...transaction, hash: transactions.tronHash(transaction['hash'] as Hex), type: '0x0' };
  if (transaction['blockNumber'] !== null) return { ...shown, ...blockHashOf(transaction) };
  return { ...shown, blockHash: '0x', blockNumber: '0x', transactionIndex: '0x', gasPrice: '0x' };
}

function blockHashOf(fields: EvmFields) {
  return { blockHash: `0x${blockId(Number(fields['blockNumber']), fields['blockHash'] as Hex)}` };
}
