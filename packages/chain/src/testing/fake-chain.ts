import { type Hex, keccak256, numberToHex, stringToBytes } from 'viem';
import type { Block, Log, Receipt } from '../nodes/rpc.ts';
import { addressToTopic, PAID_TOPIC, TRANSFER_TOPIC } from '../scanning/topics.ts';
import type { Watch, ChainTransfer, Cursor, ScanOutcome, ChainNode } from '../types.ts';
import { NodeError } from '../nodes/node-error.ts';

export const token: Hex = `0x${'70'.repeat(20)}`;
export const otherToken: Hex = `0x${'71'.repeat(20)}`;
export const treasury: Hex = `0x${'ea'.repeat(20)}`;
export const retiredTreasury: Hex = `0x${'eb'.repeat(20)}`;
export const checkout: Hex = `0x${'c0'.repeat(20)}`;
export const payer: Hex = `0x${'aa'.repeat(20)}`;
export const stranger: Hex = `0x${'bb'.repeat(20)}`;
export const orderRef: Hex = `0x${'0d'.repeat(32)}`;
export const watch: Watch = {
  network: 'ETH',
  chainId: 7_700_001,
  token,
  decimals: 6,
  treasuries: [treasury, retiredTreasury],
  checkouts: [checkout],
  maxRange: 100,
  quorum: 1,
};

export type Event = Pick<Log, 'address' | 'topics' | 'data'>;
type Tx = { hash: Hex; events: readonly Event[]; failed?: boolean };

export const word = (value: bigint): string => value.toString(16).padStart(64, '0');

export function transferEvent(to: Hex, amountMicro: bigint, from: Hex = payer, address: Hex = token): Event {
  return {
    address,
    topics: [TRANSFER_TOPIC, addressToTopic(from), addressToTopic(to)],
    data: `0x${word(amountMicro)}`,
  };
}

export function paidEvent(received: bigint, from: Hex = payer, ref: Hex = orderRef): Event {
  return {
    address: checkout,
    topics: [PAID_TOPIC, ref, addressToTopic(from)],
    data: `0x${word(received)}${word(received)}`,
  };
}

export function txOf(name: string, ...events: readonly Event[]): Tx {
  return { hash: keccak256(stringToBytes(`tx ${name}`)), events };
}

/** A receipt in a block where `before` logs of other transactions come first. */
export function receiptOf(tx: Tx, block: Pick<Block, 'number' | 'hash'>, before = 0): Receipt {
  const place = { blockNumber: block.number, blockHash: block.hash, transactionHash: tx.hash };
  const logs = tx.events.map((event, ordinal) => ({ ...event, ...place, logIndex: before + ordinal }));
  return { ...place, status: tx.failed ? 0 : 1, logs };
}

/** An in-memory chain that several fake nodes can serve: consecutive blocks, six seconds apart. */
export class FakeChain {
  readonly blocks: (Block & { txs: readonly Tx[] })[] = [];

  constructor(length = 1) {
    while (this.blocks.length < length) this.mine();
  }

  mine(...txs: readonly Tx[]): void {
    const number = this.blocks.length;
    const parent = this.blocks.at(-1)?.hash ?? '';
    const hash = keccak256(stringToBytes(`block ${number} ${parent} ${txs.map((tx) => tx.hash).join()}`));
    this.blocks.push({ number, hash, timestamp: 1_700_000_000 + number * 6, txs });
  }

  mineEmpty(count: number): void {
    for (let mined = 0; mined < count; mined++) this.mine();
  }

  /** Drops the blocks above `number`; blocks mined afterwards have other hashes. */
  rewindTo(number: number): void {
    this.blocks.length = number + 1;
    this.mine(txOf(`fork of ${number}`));
  }

  at(number: number): Block {
    const block = this.blocks[number];
    if (!block) throw new Error(`No block ${number}`);
    return block;
  }

  receipts(): Receipt[] {
    return this.blocks.flatMap((block) => {
      let before = 0;
      return block.txs.map((tx) => {
        const receipt = receiptOf(tx, block, before);
        before += tx.events.length;
        return receipt;
      });
    });
  }

  get head(): number {
    return this.blocks.length - 1;
  }
}

export const toWire = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_, item: unknown) => (typeof item === 'number' ? numberToHex(item) : item)),
  ) as unknown;

export function cursorAt(chain: FakeChain, number: number): Cursor {
  const block = chain.at(number);
  return { number, hash: block.hash, time: block.timestamp };
}

export function pay(name: string, amountMicro = 5_000_000n): Tx {
  return txOf(name, transferEvent(treasury, amountMicro));
}

export function keyOf(name: string, ordinal = 0): string {
  return `${txOf(name).hash}:${ordinal}`;
}

export function keysOf(transfers: readonly ChainTransfer[]): string[] {
  return transfers.map(({ txHash, ordinal }) => `${txHash}:${ordinal}`);
}

export function scanned(outcome: ScanOutcome) {
  if (outcome.kind !== 'scanned') throw new Error(`It was ${JSON.stringify(outcome)}`);
  return outcome;
}

/** Block 3 holds a payment through the checkout behind a stranger's transfer; the final block is 5. */
export function chainWithPayment(): FakeChain {
  const chain = new FakeChain(3);
  chain.mine(
    txOf('noise', transferEvent(stranger, 1n), transferEvent(stranger, 2n)),
    txOf('paid', transferEvent(treasury, 5_000_000n), paidEvent(5_000_000n)),
  );
  chain.mineEmpty(4);
  return chain;
}

type Answer = (params: readonly unknown[], honest: () => unknown) => unknown;
type Filter = { fromBlock: string; toBlock: string; address: string; topics: [string, null, string[]] };

export type FakeNode = ChainNode & {
  /** Blocks between the head and the final one. */
  lag: number;
  /** Most blocks of one eth_getLogs. */
  maxRange: number;
  /** Replaces the answer, by method. */
  faults: Map<string, Answer>;
  asked: { method: string; params: readonly unknown[] }[];
};

/** A node that serves `chain` honestly, except for the faults set in `faults`. */
export function fakeNode(chain: FakeChain, { name = 'a', chainId = 7_700_001, lag = 2 } = {}): FakeNode {
  const node: FakeNode = {
    name,
    lag,
    maxRange: Number.MAX_SAFE_INTEGER,
    faults: new Map(),
    asked: [],
    async request(method, params) {
      node.asked.push({ method, params });
      const honest = () => toWire(answer(method, params));
      const fault = node.faults.get(method);
      return fault ? fault(params, honest) : honest();
    },
  };

  function answer(method: string, params: readonly unknown[]): unknown {
    if (method === 'eth_chainId') return chainId;
    if (method === 'eth_getBlockByNumber') {
      const block = chain.blocks[blockNumber(String(params[0]))];
      return block ? { ...block, transactions: block.txs.map(({ hash }) => hash) } : null;
    }
    if (method === 'eth_getLogs') return logs(params[0] as Filter);
    if (method === 'eth_getTransactionReceipt') {
      return chain.receipts().find((receipt) => receipt.transactionHash === params[0]) ?? null;
    }
    throw new NodeError('rpc', { node: name, method, code: -32601 }, 'method not found');
  }

  function blockNumber(tag: string): number {
    if (tag === 'latest') return chain.head;
    if (tag === 'finalized') return Math.max(0, chain.head - node.lag);
    return Number(tag);
  }

  function logs({ fromBlock, toBlock, address, topics: [topic0, , recipients] }: Filter) {
    const [from, to] = [Number(fromBlock), Number(toBlock)];
    if (to - from >= node.maxRange) {
      throw new NodeError(
        'rpc',
        { node: name, method: 'eth_getLogs', code: -32602 },
        'exceed max block range',
      );
    }
    return chain
      .receipts()
      .flatMap((receipt) => receipt.logs)
      .filter(
        (log) =>
          log.blockNumber >= from &&
          log.blockNumber <= to &&
          log.address === address &&
          log.topics[0] === topic0 &&
          topic0 === TRANSFER_TOPIC &&
          recipients.includes(String(log.topics[2])),
      );
  }

  return node;
}
