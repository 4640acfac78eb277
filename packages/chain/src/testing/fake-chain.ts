import { type Hex, keccak256, numberToHex, stringToBytes } from 'viem';
import type { Block, Log, Receipt } from '../nodes/rpc.ts';
import { addressToTopic, PAID_TOPIC, TRANSFER_TOPIC } from '../scanning/topics.ts';
import type { Watch, ChainTransfer, Cursor, ScanOutcome } from '../types.ts';

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
