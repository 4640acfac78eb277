import type { Hex } from 'viem';
import type { Random } from '../random.ts';
import { ChainModel, hashOf, type Face, type SimEvent, type SimTx } from './chain-model.ts';
import type { Fault } from './fault.ts';
import { FAULTS } from './faults.ts';
import { SimNetwork } from './network.ts';
import { SimNode } from './nodes.ts';
import type { SimShop } from './sim-shop.ts';
import { makeFakePayment, makeTx, type Places } from './traffic.ts';

/** The probability that a node gets a fault in a step. */
const MOODS = { calm: 0.02, rough: 0.12, stormy: 0.4 } as const;
const FIRST_BLOCKS = 40;
const MOST_DOWNTIMES = 3;
const START_SECONDS = 1_700_000_000;

const HOUR_MS = 3_600_000;
/** Few enough that top-ups are still credited at the end of a run. */
const MOST_HOURS = 3;

type WorldFaults = {
  /** The only fault, which one of two nodes has most of the time. */
  readonly only: Fault | null;
  /** The first faults that nodes get. */
  readonly first: readonly Fault[];
};

/** A chain with its nodes: what happens to them, step by step. */
export class SimWorld {
  readonly chain: ChainModel;
  readonly nodes: readonly SimNode[];
  readonly wires: SimNetwork;
  readonly quorum: number;
  blocks = 0;
  reorganisations = 0;
  nowMs = START_SECONDS * 1_000;
  readonly #random: Random;
  readonly #odds: number;
  readonly #only: Fault | null;
  /** Next in line first, so that few runs have all of them. */
  #faults: readonly Fault[];
  #waiting: SimTx[] = [];
  #downtimes = 0;
  #hours = 0;
  #shop: SimShop | null = null;

  constructor(face: Face, random: Random, { only, first }: WorldFaults) {
    this.#random = random;
    this.#only = only;
    this.#faults = only
      ? [only]
      : [...first, ...random.shuffle(FAULTS.filter((one) => !first.includes(one)))];
    this.chain = new ChainModel(face, START_SECONDS);
    const count = only ? 2 : 1 + random.below(4);
    this.nodes = Array.from({ length: count }, (_, index) => new SimNode(`node ${index + 1}`, this.chain));
    this.wires = new SimNetwork(this.nodes);
    this.quorum = Math.min(2, count);
    this.#odds = only ? MOODS.stormy : MOODS[random.pick(['calm', 'rough', 'stormy'] as const)];
    this.#mine(FIRST_BLOCKS, 0);
  }

  /** Payments are made from now on. */
  join(shop: SimShop): void {
    this.#shop = shop;
  }

  get places(): Places {
    return this.#shop!.places;
  }

  /** A transaction on the true chain. */
  findTx(hash: Hex): SimTx | undefined {
    return this.chain.branch.flatMap((block) => block.txs).find((tx) => tx.hash === hash);
  }

  /** Advances time; returns what happened, in words. */
  turn(): string[] {
    const random = this.#random;
    const news: string[] = [];
    if (this.chain.face.hasOwnAddresses && this.#hours < MOST_HOURS && random.chance(0.15)) {
      this.#hours += 1;
      this.passHour();
      news.push('an hour passes');
    }
    if (random.chance(0.12)) news.push(`reorganised ${this.#reorganise()}`);
    if (random.chance(0.04) && this.#downtimes < MOST_DOWNTIMES) {
      this.#downtimes += 1;
      const length = 100 + random.below(1_200);
      this.#mine(length, 0.02);
      news.push(`down for ${length} blocks`);
    } else {
      this.#mine(1 + random.below(5), 0.5);
    }
    for (const node of this.nodes) {
      if (node.activeFault && random.chance(0.2)) node.recover();
      else if (!node.activeFault && random.chance(this.#odds)) this.#infect(node);
      if (node.activeFault) news.push(`${node.name} ${node.activeFault.fault.name}`);
    }
    return news;
  }

  /** Lets so much time pass without a block that all addresses are read again. */
  passHour(): void {
    this.nowMs += HOUR_MS + 60_000;
  }

  /** Lets all nodes recover and everything become final. */
  settle(): void {
    for (const node of this.nodes) node.recover();
    this.#mine(3, 0.9);
    const last = this.chain.tip.number;
    while (this.chain.final < last) this.#mine(1, 0);
  }

  #mine(count: number, busyness: number): void {
    const random = this.#random;
    for (let mined = 0; mined < count; mined += 1) {
      this.nowMs += this.chain.face.blockSeconds * 1_000;
      if (random.chance(busyness)) this.#waiting.push(...this.#makeTxs(1 + random.below(3)));
      const txs = busyness > 0 ? this.#waiting.splice(0, random.below(4)) : [];
      this.chain.mine(txs, this.nowMs / 1_000, random.id());
      this.blocks += 1;
    }
    for (const { activeFault } of this.nodes)
      if (activeFault?.own) this.#mineFork(activeFault.own, activeFault.fakePayment);
  }

  /** A fork grows with the true chain and contains false payments. */
  #mineFork(fork: ChainModel, fakePayment: SimEvent): void {
    const random = this.#random;
    while (fork.tip.number < this.chain.tip.number) {
      const txs = random.chance(0.3) ? [{ hash: hashOf(random.id()), events: [fakePayment] }] : [];
      fork.mine(txs, this.nowMs / 1_000, random.id());
    }
  }

  /** Replaces the newest blocks; most of their transactions are mined again, at other positions. */
  #reorganise(): number {
    const random = this.#random;
    const depth = random.below(this.chain.tip.number - this.chain.final + 1);
    if (depth === 0) return 0;
    this.reorganisations += 1;
    const dropped = this.chain.drop(depth).filter(() => random.chance(0.8));
    this.#waiting = random.shuffle([...this.#waiting, ...dropped]);
    this.#mine(depth + 1, 0.3);
    return depth;
  }

  #infect(node: SimNode): void {
    if (this.#only && node !== this.nodes[0]) return;
    const liars = this.nodes.filter(({ activeFault }) => activeFault?.fault.deceives).length;
    const fault = this.#faults.find(({ deceives }) => !deceives || liars < this.quorum - 1);
    if (!fault) return;
    this.#faults = [...this.#faults.filter((one) => one !== fault), fault];
    const { places, wanted } = this.#shop!;
    node.fall(fault, this.#random, makeFakePayment(this.#random, places, wanted));
  }

  #makeTxs(count: number): SimTx[] {
    const { places, wanted } = this.#shop!;
    return Array.from({ length: count }, () => makeTx(this.#random, places, wanted));
  }
}
