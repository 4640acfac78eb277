import { numberToHex } from 'viem';
import { mapLimited } from '../nodes/map-limited.ts';
import { readBlock } from '../nodes/read-block.ts';
import {
  callRpc,
  badAnswer,
  type Block,
  type Log,
  logsAnswer,
  type Receipt,
  receiptAnswer,
} from '../nodes/rpc.ts';
import { addressToTopic, TRANSFER_TOPIC } from './topics.ts';
import { readTransfers } from './transfers.ts';
import type { ChainNode, ChainTransfer, Quarantined, Watch } from '../types.ts';

/** Most transactions of one range: a flood of dust shortens the range instead of lengthening the work. */
export const MAX_TRANSACTIONS = 100;
/** Public nodes allow about 15 requests a second. */
const MAX_CONCURRENT_REQUESTS = 4;

export type RangeReading = { end: Block; transfers: ChainTransfer[]; quarantined: Quarantined[] };

/** The range has more than `MAX_TRANSACTIONS`: retry with fewer blocks. */
export class RangeTooLarge extends Error {}

/**
 * Reads the transfers to our wallets in the blocks `from..to` (inclusive) from one node. The node's log filter
 * is not trusted: each log must match it, be part of its transaction's receipt, and its block must be the one
 * at that height. Throws `NodeError` when the node fails or contradicts itself, and `RangeTooLarge`.
 */
export async function readRange(
  node: ChainNode,
  watch: Watch,
  from: number,
  to: number,
): Promise<RangeReading> {
  // The end is read first: a node without that block would answer the range with an empty list of logs.
  const end = await readBlock(node, to);
  const logs = await readLogs(node, watch, from, to);
  const byTransaction = Map.groupBy(logs, (log) => log.transactionHash);
  if (byTransaction.size > MAX_TRANSACTIONS && to > from)
    throw new RangeTooLarge(`${byTransaction.size} transactions`);

  const blocks = await readBlocks(node, logs, end);
  const receipts = await mapLimited([...byTransaction.values()], MAX_CONCURRENT_REQUESTS, (group) =>
    readReceipt(node, group, watch),
  );
  const reading: RangeReading = { end, transfers: [], quarantined: [] };
  for (const receipt of receipts) {
    const blockTime = blocks.get(receipt.blockNumber)?.timestamp;
    if (blockTime === undefined)
      throw badAnswer(node, 'eth_getTransactionReceipt', 'another block than the log');
    const { transfers, quarantined } = readTransfers(receipt, watch);
    for (const transfer of transfers) reading.transfers.push({ ...transfer, blockTime });
    reading.quarantined.push(...quarantined);
  }
  return reading;
}

/** Sorted by block and log index. */
async function readLogs(node: ChainNode, watch: Watch, from: number, to: number): Promise<Log[]> {
  const method = 'eth_getLogs';
  const logs = await callRpc(node, logsAnswer, method, {
    fromBlock: numberToHex(from),
    toBlock: numberToHex(to),
    address: watch.token,
    topics: [TRANSFER_TOPIC, null, watch.treasuries.map(addressToTopic)],
  });
  for (const log of logs) {
    if (!matchesFilter(log, watch)) throw badAnswer(node, method, 'a log that was not asked for');
    if (log.blockNumber < from || log.blockNumber > to)
      throw badAnswer(node, method, 'a log outside the range');
  }
  return logs.toSorted((a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex);
}

async function readBlocks(node: ChainNode, logs: readonly Log[], end: Block): Promise<Map<number, Block>> {
  const hashes = new Map(logs.map((log) => [log.blockNumber, log.blockHash]));
  const blocks = await mapLimited([...hashes.keys()], MAX_CONCURRENT_REQUESTS, (number) =>
    number === end.number ? Promise.resolve(end) : readBlock(node, number),
  );
  const byNumber = new Map(blocks.map((block) => [block.number, block]));
  for (const log of logs) {
    if (byNumber.get(log.blockNumber)?.hash !== log.blockHash) {
      throw badAnswer(node, 'eth_getLogs', `a log of another block ${log.blockNumber}`);
    }
  }
  return byNumber;
}

async function readReceipt(node: ChainNode, logs: readonly Log[], watch: Watch): Promise<Receipt> {
  const method = 'eth_getTransactionReceipt';
  const [first] = logs;
  if (!first) throw new Error('A transaction without logs was not asked for');
  const receipt = await callRpc(node, receiptAnswer, method, first.transactionHash);
  const { transactionHash, blockHash, blockNumber } = receipt;
  if (transactionHash !== first.transactionHash) throw badAnswer(node, method, 'another transaction');
  if (logs.some((log) => log.blockHash !== blockHash || log.blockNumber !== blockNumber)) {
    throw badAnswer(node, method, 'another block than the log');
  }
  // A gap or another order would change the later ordinals, which are part of a transfer's identity.
  const start = receipt.logs[0]?.logIndex ?? 0;
  if (receipt.logs.some((log, ordinal) => log.logIndex !== start + ordinal)) {
    throw badAnswer(node, method, 'logs out of order');
  }
  if (fingerprint(receipt.logs.filter((log) => matchesFilter(log, watch))) !== fingerprint(logs)) {
    throw badAnswer(node, method, 'other logs than eth_getLogs');
  }
  return receipt;
}

/** The filter passed to `eth_getLogs`. Malformed logs of our token do not match it and are found in the receipt. */
function matchesFilter(log: Log, { token, treasuries }: Watch): boolean {
  const [event, , recipient] = log.topics;
  if (log.address !== token || event !== TRANSFER_TOPIC) return false;
  return treasuries.some((treasury) => addressToTopic(treasury) === recipient);
}

function fingerprint(logs: readonly Log[]): string {
  return JSON.stringify(logs.map(({ logIndex, topics, data }) => [logIndex, topics, data]));
}
