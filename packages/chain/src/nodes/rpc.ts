import * as z from 'zod/mini';
import { type Hex, numberToHex } from 'viem';
import { NodeError } from './node-error.ts';
import type { ChainNode } from '../types.ts';

const hexOf = (pattern: RegExp) =>
  z.pipe(
    z.string().check(z.regex(pattern)),
    z.transform((text): Hex => text.toLowerCase() as Hex),
  );
const hash = hexOf(/^0x[0-9a-fA-F]{64}$/);
const address = hexOf(/^0x[0-9a-fA-F]{40}$/);
/** Any length: the transfer rules decide about malformed data, not the schema. */
const data = hexOf(/^0x[0-9a-fA-F]*$/);
const quantity = z.pipe(
  z.string().check(z.regex(/^0x[0-9a-fA-F]{1,14}$/)),
  z.pipe(z.transform(Number), z.int()),
);

/** A larger height or position is no network's, and the database's columns would not hold it. */
const MAX_HEIGHT = 2 ** 31 - 1;
const height = quantity.check(z.lte(MAX_HEIGHT));
/** The year 9999, in seconds. */
const MAX_TIME = 253_402_300_799;

export const quantityAnswer = quantity;
export const heightAnswer = height;
export const dataAnswer = data;

/** `timestamp` is in seconds on every network. */
const blockAnswer = z.object({ number: height, hash, timestamp: quantity.check(z.lte(MAX_TIME)) });

export const nullableBlockAnswer = z.nullable(blockAnswer);
export const blockHashesAnswer = z.object({ transactions: z.array(hash) });

const logAnswer = z.object({
  address,
  topics: z.array(hash).check(z.maxLength(4)),
  data,
  blockNumber: height,
  blockHash: hash,
  transactionHash: hash,
  logIndex: height,
  removed: z.optional(z.literal(false)),
});

export const logsAnswer = z.array(logAnswer);

export const receiptAnswer = z.object({
  transactionHash: hash,
  blockNumber: height,
  blockHash: hash,
  status: quantity,
  logs: z.array(logAnswer),
});

export type Block = z.infer<typeof blockAnswer>;
export type Log = z.infer<typeof logAnswer>;
export type Receipt = z.infer<typeof receiptAnswer>;

/** Calls a method and parses the answer. Throws `NodeError` of kind `bad-answer` when it does not fit the schema. */
export async function callRpc<T extends z.ZodMiniType>(
  node: ChainNode,
  schema: T,
  method: string,
  ...params: readonly unknown[]
): Promise<z.infer<T>> {
  const answer = await node.request(method, params);
  const parsed = schema.safeParse(answer);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue?.path.join('.') || 'answer';
  throw badAnswer(node, method, answer === null ? 'nothing found' : `unreadable ${where}`);
}

/** The error for an answer that does not fit the method; `detail` says why. */
export function badAnswer(node: ChainNode, method: string, detail: string): NodeError {
  return new NodeError('bad-answer', { node: node.name, method }, detail);
}

/** Reads one block. Throws `NodeError` when the node does not have it or answers another one. */
export async function readBlock(node: ChainNode, at: number | 'latest' | 'finalized'): Promise<Block> {
  const tag = typeof at === 'number' ? numberToHex(at) : at;
  const block = await callRpc(node, blockAnswer, 'eth_getBlockByNumber', tag, false);
  if (typeof at === 'number' && block.number !== at) {
    throw badAnswer(node, 'eth_getBlockByNumber', `block ${block.number} instead of ${at}`);
  }
  return block;
}

const MAX_ANSWER_BYTES = 32 * 1024 * 1024;

/** A response of more than `MAX_ANSWER_BYTES`. */
export class AnswerTooLarge extends Error {}

/** The text of a response. Stops reading and throws `AnswerTooLarge` beyond the limit, which counts unpacked bytes. */
export async function readAnswer({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const part of body ?? []) {
    bytes += part.byteLength;
    if (bytes > MAX_ANSWER_BYTES) throw new AnswerTooLarge();
    text += decoder.decode(part, { stream: true });
  }
  return text + decoder.decode();
}

/** Maps in order with at most `limit` concurrent calls; the first failure stops new calls and is thrown. */
export async function mapLimited<T, R>(
  items: readonly T[],
  limit: number,
  map: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  let failed = false;
  const work = async () => {
    for (const [index, item] of queue) {
      if (failed) return;
      try {
        results[index] = await map(item);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, work));
  return results;
}

/** A pause that can be ended early. */
export type Pause = { readonly over: Promise<void>; end(): void };

/** Starts a pause that can be ended early. */
export function startPause(ms: number): Pause {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  return {
    over: promise,
    end() {
      clearTimeout(timer);
      resolve();
    },
  };
}
