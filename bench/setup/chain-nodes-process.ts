import { addressToTopic, TRANSFER_TOPIC } from '@portside/chain/scanning/topics';
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { numberToHex, type Hex } from 'viem';
import type { BenchChain, Counted, NodesOrder } from './chain-nodes.ts';

type Filter = { readonly fromBlock: Hex; readonly toBlock: Hex };
type Asked = { readonly id: number; readonly method: string; readonly params: readonly unknown[] };

const PAYER: Hex = `0x${'aa'.repeat(20)}`;
const OTHER: Hex = `0x${'bb'.repeat(20)}`;

let chain: BenchChain;
let fixedHead: number | null = 0;
let counted: Counted = {};
const payments = new Map<number, readonly string[]>();
const places = new Map<Hex, readonly [block: number, index: number]>();

const hashOf = (text: string): Hex => `0x${createHash('sha256').update(text).digest('hex')}`;
const word = (value: bigint): Hex => numberToHex(value, { size: 32 });
const headNow = (): number =>
  fixedHead ?? Math.floor((Date.now() / 1_000 - chain.startsAt) / chain.blockSeconds);

function blockAt(tag: string): unknown {
  const head = headNow();
  const number = tag === 'latest' ? head : tag === 'finalized' ? Math.max(0, head - chain.lag) : Number(tag);
  if (number > head) return null;
  const timestamp = Math.floor(chain.startsAt + number * chain.blockSeconds);
  return { number: numberToHex(number), hash: hashOf(`block ${number}`), timestamp: numberToHex(timestamp) };
}

/** Each payment has its own transaction and follows another transfer. */
function receiptOf(block: number, index: number): { logs: { topics: Hex[] }[] } {
  const amounts = payments.get(block) ?? [];
  const place = {
    blockNumber: numberToHex(block),
    blockHash: hashOf(`block ${block}`),
    transactionHash: hashOf(`tx ${block} ${index}`),
  };
  const logs = [OTHER, chain.treasury].map((to, ordinal) => ({
    address: chain.token,
    topics: [TRANSFER_TOPIC, addressToTopic(PAYER), addressToTopic(to)],
    data: word(BigInt(amounts[index] ?? 0)),
    ...place,
    logIndex: numberToHex(2 * index + ordinal),
    removed: false,
  }));
  return { ...place, status: '0x1', logs } as { logs: { topics: Hex[] }[] };
}

function logsIn({ fromBlock, toBlock }: Filter): unknown[] {
  const [from, to] = [Number(fromBlock), Math.min(Number(toBlock), headNow())];
  const blocks = [...payments.keys()].filter((block) => block >= from && block <= to);
  return blocks.flatMap((block) => payments.get(block)!.map((_, index) => receiptOf(block, index).logs[1]));
}

function answer(method: string, params: readonly unknown[]): unknown {
  if (method === 'eth_chainId') return numberToHex(chain.chainId);
  if (method === 'eth_getBlockByNumber') return blockAt(params[0] as string);
  if (method === 'eth_getLogs') return logsIn(params[0] as Filter);
  if (method === 'eth_getTransactionReceipt') {
    const place = places.get(params[0] as Hex);
    return place ? receiptOf(...place) : null;
  }
  // No address is blacklisted.
  return word(0n);
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const node = request.url!.slice(1);
    counted[node] = (counted[node] ?? 0) + 1;
    const { id, method, params } = JSON.parse(Buffer.concat(chunks).toString()) as Asked;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result: answer(method, params) }));
  });
});

async function carryOut(order: NodesOrder): Promise<unknown> {
  switch (order.kind) {
    case 'open':
      ({ chain } = order);
      await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
      return (server.address() as AddressInfo).port;
    case 'head':
      fixedHead = order.head;
      return null;
    case 'pay':
      for (const [block, amounts] of order.payments) {
        payments.set(block, amounts);
        amounts.forEach((_, index) => places.set(hashOf(`tx ${block} ${index}`), [block, index]));
      }
      return null;
    default: {
      const before = counted;
      counted = {};
      return before;
    }
  }
}

process.on('message', (order: NodesOrder) => void carryOut(order).then((result) => process.send!(result)));
