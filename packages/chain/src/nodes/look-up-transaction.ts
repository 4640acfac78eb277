import * as z from 'zod/mini';
import type { Hex } from 'viem';
import { NodeError } from './node-error.ts';
import { agree } from './agree.ts';
import { callRpc, heightAnswer, receiptAnswer, startPause, type Receipt } from './rpc.ts';
import { readCursorAt } from '../scanning/final-cursor.ts';
import { topicToAddress, TRANSFER_TOPIC } from '../scanning/topics.ts';
import type { ChainNode, Watch } from '../types.ts';

/** A transfer of any token, as its log states it. */
type AnyTransfer = {
  readonly token: Hex;
  readonly ordinal: number;
  readonly from: Hex;
  readonly to: Hex;
  readonly units: bigint;
};

/** A transaction in a block, as one node tells it: enough to say what it was, never to credit anything by it. */
export type LookedUpTransaction = {
  readonly isFailed: boolean;
  readonly blockNumber: number;
  readonly head: number;
  /** Who sent it, to whom, and how much of the network's coin in its smallest unit. */
  readonly coin: { readonly from: Hex; readonly to: Hex | null; readonly units: bigint };
  readonly transfers: readonly AnyTransfer[];
};

/** For the others, if the first does not answer. */
const FIRST_SHARE = 0.6;

/**
 * Looks a transaction up at one node, at the next ones if that is slow or fails. Null if it is in no block; undefined
 * if none has answered within `ms`. Never throws for a node's fault.
 */
export const lookUpTransaction = (
  nodes: readonly ChainNode[],
  hash: Hex,
  ms: number,
): Promise<LookedUpTransaction | null | undefined> => firstAnswer(nodes, ms, (node) => readFrom(node, hash));

const anyAddress = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/));

/** java-tron leaves numbers of a pending transaction empty, so nothing else of it is read. */
const transactionAnswer = z.nullable(
  z.object({
    from: anyAddress,
    to: z.nullish(anyAddress),
    value: z.string().check(z.regex(/^0x[0-9a-fA-F]{1,64}$/)),
  }),
);

async function readFrom(node: ChainNode, hash: Hex): Promise<LookedUpTransaction | null> {
  const receipt = await callRpc(node, z.nullable(receiptAnswer), 'eth_getTransactionReceipt', hash);
  if (receipt === null) return null;
  const transaction = await callRpc(node, transactionAnswer, 'eth_getTransactionByHash', hash);
  if (transaction === null) return null;
  const head = await callRpc(node, heightAnswer, 'eth_blockNumber');
  const { from, to, value } = transaction;
  return {
    isFailed: receipt.status !== 1,
    blockNumber: receipt.blockNumber,
    head,
    coin: { from: lower(from), to: to ? lower(to) : null, units: BigInt(value) },
    transfers: transfersIn(receipt),
  };
}

const transfersIn = ({ logs }: Receipt): AnyTransfer[] =>
  logs.flatMap((log, ordinal) => {
    const [topic, fromTopic, toTopic, extra] = log.topics;
    if (topic !== TRANSFER_TOPIC || !fromTopic || !toTopic || extra || log.data.length !== 66) return [];
    const sender = topicToAddress(fromTopic);
    const receiver = topicToAddress(toTopic);
    if (!sender || !receiver) return [];
    return [{ token: log.address, ordinal, from: sender, to: receiver, units: BigInt(log.data) }];
  });

type Payment = Pick<Watch, 'chainId' | 'token'> & {
  readonly hash: Hex;
  readonly to: Hex;
  readonly units: bigint;
  /** Unix seconds; a block before is that of another payment. */
  readonly since: number;
};

/**
 * Whether a transaction made exactly this payment, as `quorum` nodes tell it alike from a final block: it did, it
 * failed, or it was something else. Null while it is not final, or too few nodes agree; `missing` if enough of them do
 * not have it.
 */
export async function proveTransfer(
  nodes: readonly ChainNode[],
  quorum: number,
  { chainId, token, hash, to, units, since }: Payment,
): Promise<'paid' | 'failed' | 'other' | 'missing' | null> {
  const { agreed } = await agree(nodes, quorum, async (node) => {
    const receipt = await callRpc(node, z.nullable(receiptAnswer), 'eth_getTransactionReceipt', hash);
    if (receipt === null) return null;
    const { blockNumber, blockHash, status } = receipt;
    return { blockNumber, blockHash, isFailed: status !== 1, transfers: transfersIn(receipt) };
  });
  if (!agreed) return null;
  if (agreed.value === null) return 'missing';
  const { blockNumber, blockHash, isFailed, transfers } = agreed.value;
  const block = await readCursorAt(nodes, { chainId, quorum }, blockNumber);
  if (block?.hash !== blockHash) return null;
  if (isFailed) return 'failed';
  const isIt = transfers.some((one) => one.token === token && one.to === to && one.units === units);
  return isIt && block.time >= since ? 'paid' : 'other';
}

const lower = (text: string): Hex => text.toLowerCase() as Hex;

/**
 * The first node's answer; the next ones are asked as well once one has failed or takes long. Undefined after `ms`, or
 * if all have failed.
 */
async function firstAnswer<T>(
  nodes: readonly ChainNode[],
  ms: number,
  ask: (node: ChainNode) => Promise<T>,
): Promise<T | undefined> {
  const [first, ...others] = nodes;
  if (!first) return undefined;
  const end = startPause(ms);
  const late = startPause(ms * FIRST_SHARE);
  const attempt = async (node: ChainNode): Promise<{ value: T } | null> => {
    try {
      return { value: await ask(node) };
    } catch (error) {
      if (error instanceof NodeError) return null;
      throw error;
    }
  };
  try {
    const asked = attempt(first);
    const early = await Promise.race([asked, late.over]);
    if (early) return early.value;
    const all = [asked, ...others.map(attempt)].map(
      async (one) => (await one) ?? Promise.reject(new NoAnswer()),
    );
    const answered = await Promise.race([Promise.any(all).catch(onlyNoAnswers), end.over]);
    return answered ? answered.value : undefined;
  } finally {
    late.end();
    end.end();
  }
}

/** A node has failed; the others may answer. */
class NoAnswer extends Error {}

function onlyNoAnswers(error: unknown): null {
  const fault = (error as AggregateError).errors.find((one) => !(one instanceof NoAnswer));
  if (fault !== undefined) throw fault;
  return null;
}
