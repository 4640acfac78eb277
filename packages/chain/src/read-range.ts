import { numberToHex } from 'viem';
import { mapLimited } from './map-limited.ts';
import { readBlock } from './read-block.ts';
import {
  ask,
  badAnswer,
  type Block,
  type Log,
  logsAnswer,
  type Receipt,
  receiptAnswer,
} from './rpc-answers.ts';
import { addressToTopic, TRANSFER_TOPIC } from './topics.ts';
import { readTransfers } from './transfers.ts';
import type { ChainNode, ChainTransfer, Quarantined, Watch } from './types.ts';

/** Transactions of one reading. A flood of dust makes the range shorter, not the work longer. */
export const MAX_TRANSACTIONS = 100;
/** Public nodes allow about 15 requests a second. */
const REQUESTS_AT_ONCE = 4;

export type RangeReading = { end: Block; transfers: ChainTransfer[]; quarantined: Quarantined[] };

/** The range holds more than one reading takes: ask for fewer blocks. */
export class RangeTooFull extends Error {}

/**
 * Everything that concerns us in the blocks `from..to` as one node tells it. The node's filter is only a hint:
 * each log must fit it, must stand in its transaction's receipt, and its block must be the one at that height.
 * Throws `NodeError` when the node fails or contradicts itself, `RangeTooFull` for a flood.
 */
export async function readRange(
  node: ChainNode,
  watch: Watch,
  from: number,
  to: number,
): Promise<RangeReading> {
  // The end is read first: a node that lacks it answers the logs of a range it does not have with nothing.
  const end = await readBlock(node, to);
  const logs = await readLogs(node, watch, from, to);
  const byTransaction = Map.groupBy(logs, (log) => log.transactionHash);
  if (byTransaction.size > MAX_TRANSACTIONS && to > from)
    throw new RangeTooFull(`${byTransaction.size} transactions`);

  const blocks = await readBlocks(node, logs, end);
  const receipts = await mapLimited([...byTransaction.values()], REQUESTS_AT_ONCE, (group) =>
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

/** In the chain's own order. */
async function readLogs(node: ChainNode, watch: Watch, from: number, to: number): Promise<Log[]> {
  const method = 'eth_getLogs';
  const logs = await ask(node, logsAnswer, method, {
    fromBlock: numberToHex(from),
    toBlock: numberToHex(to),
    address: watch.token,
    topics: [TRANSFER_TOPIC, null, watch.treasuries.map(addressToTopic)],
  });
  for (const log of logs) {
    if (!isAskedFor(log, watch)) throw badAnswer(node, method, 'a log that was not asked for');
    if (log.blockNumber < from || log.blockNumber > to)
      throw badAnswer(node, method, 'a log outside the range');
  }
  return logs.toSorted((a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex);
}

async function readBlocks(node: ChainNode, logs: readonly Log[], end: Block): Promise<Map<number, Block>> {
  const hashes = new Map(logs.map((log) => [log.blockNumber, log.blockHash]));
  const blocks = await mapLimited([...hashes.keys()], REQUESTS_AT_ONCE, (number) =>
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
  const receipt = await ask(node, receiptAnswer, method, first.transactionHash);
  const { transactionHash, blockHash, blockNumber } = receipt;
  if (transactionHash !== first.transactionHash) throw badAnswer(node, method, 'another transaction');
  if (logs.some((log) => log.blockHash !== blockHash || log.blockNumber !== blockNumber)) {
    throw badAnswer(node, method, 'another block than the log');
  }
  // A gap or a shuffle would move every later ordinal, and with it the identity of a transfer.
  const start = receipt.logs[0]?.logIndex ?? 0;
  if (receipt.logs.some((log, ordinal) => log.logIndex !== start + ordinal)) {
    throw badAnswer(node, method, 'logs out of order');
  }
  if (fingerprint(receipt.logs.filter((log) => isAskedFor(log, watch))) !== fingerprint(logs)) {
    throw badAnswer(node, method, 'other logs than eth_getLogs');
  }
  return receipt;
}

/** As the filter of eth_getLogs has it. A malformed log beside such a one is only found in the receipt. */
function isAskedFor(log: Log, { token, treasuries }: Watch): boolean {
  const [event, , recipient] = log.topics;
  if (log.address !== token || event !== TRANSFER_TOPIC) return false;
  return treasuries.some((treasury) => addressToTopic(treasury) === recipient);
}

function fingerprint(logs: readonly Log[]): string {
  return JSON.stringify(logs.map(({ logIndex, topics, data }) => [logIndex, topics, data]));
}
