import { chainsOf, NodeError, type ChainNode, type Network } from '@portside/chain';
import { addressToTopic, TRANSFER_TOPIC } from '@portside/chain/scanning/topics';
import { sweepManyData } from '@portside/checkout';
import { numberToHex, type Hex } from 'viem';
import { hashOf } from '../simulator/chain-model.ts';

/** A payment on the chain; each has a transaction of its own. */
type Payment = { readonly block: number; readonly to: Hex; readonly units: bigint };

type ChainShape = {
  readonly network: Network;
  readonly chainId: number;
  readonly token: Hex;
  /** Time of block 0, in milliseconds. */
  readonly startsAtMs: number;
  /** Blocks of logs its nodes return at once; any number if absent. */
  readonly mostBlocks?: number;
};

type Filter = {
  readonly fromBlock: Hex;
  readonly toBlock: Hex;
  readonly topics: readonly [Hex, null, readonly Hex[]];
};

const PAYER: Hex = `0x${'aa'.repeat(20)}`;
const SWEEP_MANY = sweepManyData(PAYER, []).slice(0, 10);
/** A large amount would leave every address. */
function sweptAnswer(data: Hex): Hex {
  const count = (data.length - sweepManyData(PAYER, []).length) / 64;
  const words = [32n, BigInt(count), ...Array<bigint>(count).fill(10n ** 30n)];
  return `0x${words.map((word) => numberToHex(word, { size: 32 }).slice(2)).join('')}`;
}
const ZERO_WORD: Hex = `0x${'0'.repeat(64)}`;

/**
 * A chain with its network's typical times and these payments, whose blocks are computed on request; it counts each
 * node's requests.
 */
export class GeneratedChain {
  readonly counted = new Map<string, number>();
  readonly #shape: ChainShape;
  readonly #blockSeconds: number;
  /** Blocks between the head and the newest final one. */
  readonly #lag: number;
  /** Number of the newest block. */
  #head = 0;
  readonly #byBlock = new Map<number, Payment[]>();
  readonly #byHash = new Map<Hex, readonly [Payment, index: number]>();

  constructor(shape: ChainShape) {
    const { blockSeconds, finalitySeconds } = chainsOf(shape.network);
    this.#shape = shape;
    this.#blockSeconds = blockSeconds;
    this.#lag = Math.ceil(finalitySeconds / blockSeconds);
  }

  /** The newest block is the one of that time, in milliseconds. */
  moveTo(nowMs: number): void {
    this.#head = this.blockOf(nowMs);
  }

  blockOf(timeMs: number): number {
    return Math.floor((timeMs - this.#shape.startsAtMs) / 1_000 / this.#blockSeconds);
  }

  pay(payment: Payment): Hex {
    const own = this.#byBlock.get(payment.block) ?? [];
    this.#byBlock.set(payment.block, own);
    own.push(payment);
    const hash = this.#txHash(payment.block, own.length - 1);
    this.#byHash.set(hash, [payment, own.length - 1]);
    return hash;
  }

  node(name: string): ChainNode {
    return {
      name,
      request: async (method, params) => this.answer(name, method, params),
    };
  }

  /** What the node of that name answers. */
  answer(name: string, method: string, params: readonly unknown[]): unknown {
    this.counted.set(name, (this.counted.get(name) ?? 0) + 1);
    if (method === 'eth_chainId') return numberToHex(this.#shape.chainId);
    if (method === 'eth_getBlockByNumber') return this.#blockAt(String(params[0]));
    if (method === 'eth_getLogs') {
      this.#refuseLong(name, params[0] as Filter);
      return this.#logs(params[0] as Filter);
    }
    if (method === 'eth_getTransactionReceipt') return this.#receipt(params[0] as Hex);
    if (method === 'eth_getCode') return '0x60';
    if (method === 'eth_call') {
      const { data } = params[0] as { readonly data: Hex };
      if (data.startsWith(SWEEP_MANY)) return sweptAnswer(data);
    }
    // No wallet is blacklisted, and every balance is zero.
    return ZERO_WORD;
  }

  #refuseLong(node: string, { fromBlock, toBlock }: Filter): void {
    const { mostBlocks = Infinity } = this.#shape;
    if (Number(toBlock) - Number(fromBlock) < mostBlocks) return;
    throw new NodeError('rpc', { node, method: 'eth_getLogs' }, `at most ${mostBlocks} blocks`);
  }

  #blockAt(tag: string): unknown {
    const final = Math.max(0, this.#head - this.#lag);
    const number = tag === 'latest' ? this.#head : tag === 'finalized' ? final : Number(tag);
    if (number > this.#head) return null;
    const time = Math.floor(this.#shape.startsAtMs / 1_000 + number * this.#blockSeconds);
    return { number: numberToHex(number), hash: hashOf(`block ${number}`), timestamp: numberToHex(time) };
  }

  #txHash = (block: number, index: number): Hex => hashOf(`tx ${this.#shape.chainId} ${block} ${index}`);

  #log({ block, to, units }: Payment, index: number) {
    return {
      address: this.#shape.token,
      topics: [TRANSFER_TOPIC, addressToTopic(PAYER), addressToTopic(to)],
      data: numberToHex(units, { size: 32 }),
      blockNumber: numberToHex(block),
      blockHash: hashOf(`block ${block}`),
      transactionHash: this.#txHash(block, index),
      logIndex: numberToHex(index),
      removed: false,
    };
  }

  #logs({ fromBlock, toBlock, topics: [, , recipients] }: Filter): unknown[] {
    const wanted = new Set(recipients);
    const [from, to] = [Number(fromBlock), Math.min(Number(toBlock), this.#head)];
    const found = [];
    for (const [block, payments] of this.#byBlock) {
      if (block < from || block > to) continue;
      for (const [index, payment] of payments.entries())
        if (wanted.has(addressToTopic(payment.to))) found.push(this.#log(payment, index));
    }
    return found;
  }

  #receipt(hash: Hex): unknown {
    const found = this.#byHash.get(hash);
    if (!found || found[0].block > this.#head) return null;
    const log = this.#log(...found);
    const { blockNumber, blockHash } = log;
    return { transactionHash: hash, blockNumber, blockHash, status: '0x1', logs: [log] };
  }
}
