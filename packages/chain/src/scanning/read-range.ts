import { numberToHex, type Hex } from 'viem';
import {
  mapLimited,
  readBlock,
  callRpc,
  badAnswer,
  type Block,
  blockHashesAnswer,
  type Log,
  logsAnswer,
  type Receipt,
  receiptAnswer,
} from '../nodes/rpc.ts';
import {
  isRangeRefused,
  isReceiptUnread,
  isWithoutAnswer,
  NodeError,
  TOO_LARGE,
} from '../nodes/node-error.ts';
import type { RangeLimits } from './range-limits.ts';
import type { ScanMemory } from './scan-memory.ts';
import { isRecipient, addressToTopic, topicToAddress, TRANSFER_TOPIC } from './topics.ts';
import { putAside, readTransfers } from './transfers.ts';
import type { ChainNode, ChainTransfer, Quarantined, Watch } from '../types.ts';

/** Most transactions in one range: a flood of dust shortens the range instead of lengthening the work. */
export const MAX_TRANSACTIONS = 100;
/** Most transfers: one transaction makes thousands for a dollar, and each takes some milliseconds to record. */
const MAX_LOGS = 500;
/** Public nodes allow about 15 requests a second. */
const MAX_CONCURRENT_REQUESTS = 4;

/** Most calls for the logs of one range and list: a node that answers few blocks at once is read over more scans. */
const MAX_PARTS = 20;
/** Most addresses in one filter; java-tron accepts as many. A node that refuses is asked for half. */
const MAX_LIST = 1_000;
/** Far above any transaction of transfers. About a receipt's bytes, reckoned alike for all nodes. */
const MAX_WEIGHT = 4 * 1024 * 1024;
const LOG_WEIGHT = 450;
/** Blocks in which a transaction is looked for whose receipt the node does give. */
const COMPARED_BLOCKS = 4;
/** Any node accepts so many: if it refuses these, the range is the reason. */
const SHORT_LIST = 8;

export type RangeReading = { end: Block; transfers: ChainTransfer[]; quarantined: Quarantined[] };

/**
 * The range has more than `MAX_TRANSACTIONS` or `MAX_LOGS`, takes more than `MAX_PARTS` calls or has a receipt that was
 * not given: retry with fewer blocks.
 */
export class RangeTooLarge extends Error {}

/** Blocks `from..to`, inclusive. `known` are blocks that the node has just shown. */
type Range = {
  readonly from: number;
  readonly to: number;
  readonly limits: RangeLimits;
  readonly lists: RangeLimits;
  readonly unread: ScanMemory['unread'];
  readonly known: readonly Block[];
};

/** How many blocks one scan can read from a node. */
export const readableLength = (limits: RangeLimits, { name }: ChainNode, { maxRange }: Watch): number =>
  Math.min(maxRange, MAX_PARTS * limits.lengthOf(name, maxRange));

/**
 * Reads the transfers to our wallets and checkouts in a range of blocks from one node. The node's log filter
 * is not trusted: each log must match it, be part of its transaction's receipt, and its block must be the one
 * at that height. A transaction whose receipt is too large to be read is quarantined as a whole. Throws `NodeError` when
 * the node fails or contradicts itself, and `RangeTooLarge`.
 */
export async function readRange(node: ChainNode, watch: Watch, range: Range): Promise<RangeReading> {
  const { from, to, known } = range;
  // The end is read first: a node without that block would answer the range with an empty list of logs.
  const end = known.find(({ number }) => number === to) ?? (await readBlock(node, to));
  const logs = await readLogs(node, watch, range);
  const byTransaction = Map.groupBy(logs, (log) => log.transactionHash);
  if ((byTransaction.size > MAX_TRANSACTIONS || logs.length > MAX_LOGS) && to > from)
    throw new RangeTooLarge(`${byTransaction.size} transactions, ${logs.length} transfers`);

  const blocks = await readBlocks(node, logs, end);
  const read = await mapLimited([...byTransaction.values()], MAX_CONCURRENT_REQUESTS, async (group) => ({
    group,
    receipt: await readReceiptIfSmall(node, group, watch, range),
  }));
  const reading: RangeReading = { end, transfers: [], quarantined: [] };
  for (const { group, receipt } of read) {
    if (receipt === null) {
      reading.quarantined.push(...putAside(group, watch.decimals));
      continue;
    }
    const blockTime = blocks.get(receipt.blockNumber)?.timestamp;
    if (blockTime === undefined)
      throw badAnswer(node, 'eth_getTransactionReceipt', 'another block than the log');
    const { transfers, quarantined } = readTransfers(receipt, watch);
    for (const transfer of transfers) reading.transfers.push({ ...transfer, blockTime });
    reading.quarantined.push(...quarantined);
  }
  return reading;
}

/**
 * Sorted by block and log index, read in as many lists of addresses and parts of the range as the node's refusals
 * require.
 */
async function readLogs(node: ChainNode, watch: Watch, range: Range): Promise<Log[]> {
  const { lists } = range;
  const wanted = [...watch.treasuries, ...watch.checkouts, ...(watch.addresses ?? [])];
  const logs: Log[] = [];
  for (let start = 0; start < wanted.length;) {
    const list = wanted.slice(start, start + lists.lengthOf(node.name, MAX_LIST));
    const found = await readListed(node, { ...watch, list }, range);
    if (found === null) lists.refuse(node.name, list.length);
    else {
      lists.answer(node.name, list.length);
      logs.push(...found);
      start += list.length;
    }
  }
  return logs.toSorted((a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex);
}

/** `list`: the recipients of one filter. */
type Listed = Watch & { readonly list: readonly Hex[] };

/** The logs to some of the addresses, in parts down to one block; null if the node refuses so many addresses. */
async function readListed(node: ChainNode, watch: Listed, range: Range): Promise<Log[] | null> {
  const { from, to, limits, lists } = range;
  const logs: Log[] = [];
  for (let start = from; start <= to;) {
    if (to - start >= MAX_PARTS * limits.lengthOf(node.name, watch.maxRange))
      throw new RangeTooLarge(`${to - start + 1} blocks`);
    const length = Math.min(limits.lengthOf(node.name, watch.maxRange), to - start + 1);
    try {
      logs.push(...(await readPart(node, watch, start, start + length - 1)));
      limits.answer(node.name, length);
      start += length;
    } catch (error) {
      if (!(error instanceof NodeError)) throw error;
      const isLong = watch.list.length > SHORT_LIST;
      if (isRangeRefused(error) && isLong && (await isListRefused(node, watch, start, length))) return null;
      if (length === 1) {
        // Neither the range nor the list is the reason.
        lists.forget(node.name);
        throw error;
      }
      if (isRangeRefused(error)) limits.refuse(node.name, length);
      else {
        // The request may have been too much; waiting again in the same scan would delay the others.
        if (isWithoutAnswer(error)) limits.refuse(node.name, length);
        throw error;
      }
    }
  }
  return logs;
}

/** Nodes word refusals freely. A single block shows whether the list or the range was too long. */
async function isListRefused(node: ChainNode, watch: Listed, at: number, length: number): Promise<boolean> {
  if (length === 1) return true;
  try {
    await readPart(node, watch, at, at);
    return false;
  } catch (error) {
    if (error instanceof NodeError && isRangeRefused(error)) return true;
    throw error;
  }
}

async function readPart(node: ChainNode, watch: Listed, from: number, to: number): Promise<Log[]> {
  const method = 'eth_getLogs';
  const logs = await callRpc(node, logsAnswer, method, {
    fromBlock: numberToHex(from),
    toBlock: numberToHex(to),
    address: watch.token,
    topics: [TRANSFER_TOPIC, null, watch.list.map(addressToTopic)],
  });
  for (const log of logs) {
    if (!matchesFilter(log, watch)) throw badAnswer(node, method, 'a log that was not asked for');
    if (log.blockNumber < from || log.blockNumber > to)
      throw badAnswer(node, method, 'a log outside the range');
  }
  return logs;
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

/**
 * The receipt of some logs; null if it is too large, as anyone can make it for the price of a transaction. It is if it
 * weighs too much, if the node sends too many bytes, or if the node fails again and again to give it but each time gives
 * another one: an outage is no reason. Like all else, this counts only if `quorum` nodes find it alike.
 */
async function readReceiptIfSmall(
  node: ChainNode,
  logs: readonly Log[],
  watch: Watch,
  { from, to, unread }: Range,
): Promise<Receipt | null> {
  const first = logs[0]!;
  const { transactionHash: hash } = first;
  if (to > from && unread.isRecent(node.name, hash)) throw new RangeTooLarge('a receipt');
  try {
    const receipt = await readReceipt(node, logs, watch);
    unread.forget(node.name, hash);
    return weightOf(receipt) > MAX_WEIGHT ? null : receipt;
  } catch (error) {
    if (!(error instanceof NodeError) || !isReceiptUnread(error)) throw error;
    if (error.detail === TOO_LARGE) return null;
    unread.note(node.name, hash);
    if (to > from) throw new RangeTooLarge('a receipt');
    if ((await givesAnother(node, first)) && unread.isHopeless(node.name, hash)) return null;
    throw error;
  }
}

const weightOf = ({ logs }: Receipt): number =>
  logs.reduce((sum, { data }) => sum + LOG_WEIGHT + data.length, 0);

/** Whether the node gives the receipt of another transaction, of the same block or one shortly before. */
async function givesAnother(node: ChainNode, { blockNumber, transactionHash: hash }: Log): Promise<boolean> {
  for (let at = blockNumber; at >= 0 && at > blockNumber - COMPARED_BLOCKS; at--) {
    try {
      const method = 'eth_getBlockByNumber';
      const { transactions } = await callRpc(node, blockHashesAnswer, method, numberToHex(at), false);
      const other = transactions.findLast((one) => one !== hash);
      if (other === undefined) continue;
      const receipt = await callRpc(node, receiptAnswer, 'eth_getTransactionReceipt', other);
      if (receipt.transactionHash === other) return true;
    } catch (error) {
      if (!(error instanceof NodeError)) throw error;
    }
  }
  return false;
}

async function readReceipt(node: ChainNode, logs: readonly Log[], watch: Watch): Promise<Receipt> {
  const method = 'eth_getTransactionReceipt';
  const first = logs[0]!;
  const receipt = await callRpc(node, receiptAnswer, method, first.transactionHash);
  const { transactionHash, blockHash, blockNumber } = receipt;
  if (transactionHash !== first.transactionHash) throw badAnswer(node, method, 'another transaction');
  if (logs.some((log) => log.blockHash !== blockHash || log.blockNumber !== blockNumber)) {
    throw badAnswer(node, method, 'another block than the log');
  }
  // A gap or a different order would shift the later ordinals, which identify transfers.
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
function matchesFilter(log: Log, { token, treasuries, checkouts, addresses = [] }: Watch): boolean {
  const [event, , recipient] = log.topics;
  if (log.address !== token || event !== TRANSFER_TOPIC || !recipient) return false;
  const to = topicToAddress(recipient);
  return to !== null && (treasuries.includes(to) || checkouts.includes(to) || isRecipient(to, addresses));
}

function fingerprint(logs: readonly Log[]): string {
  return JSON.stringify(logs.map(({ logIndex, topics, data }) => [logIndex, topics, data]));
}
