import { createHash } from 'node:crypto';
import { type Hex, numberToHex } from 'viem';

/** How a network appears to followers. */
type Manner = {
  readonly blockSeconds: number;
  /** The newest final block at that head. */
  finalUnder(head: number): number;
  /** Whether block ids begin with the height. */
  readonly idsHaveHeight: boolean;
  /** The widest range of blocks that nodes answer for; null if it must end at the head instead. */
  readonly mostBlocks: number | null;
  /** Of the token. */
  readonly decimals: number;
};

/** Like the real networks, except that finality takes fewer blocks where 32 or more would make runs long. */
const MANNERS = {
  TRON: {
    blockSeconds: 3,
    finalUnder: (head) => head - 19,
    idsHaveHeight: true,
    mostBlocks: 5_000,
    decimals: 6,
  },
  // Finality comes in leaps.
  ETH: {
    blockSeconds: 12,
    finalUnder: (head) => head - (head % 8) - 16,
    idsHaveHeight: false,
    mostBlocks: null,
    decimals: 6,
  },
  // A few more blocks than in reality, so that reorganisations have room.
  BSC: {
    blockSeconds: 1,
    finalUnder: (head) => head - 6,
    idsHaveHeight: false,
    mostBlocks: 2_000,
    decimals: 18,
  },
  POLYGON: {
    blockSeconds: 2,
    finalUnder: (head) => head - (head % 5) - 5,
    idsHaveHeight: false,
    mostBlocks: 1_000,
    decimals: 6,
  },
  // Final with Ethereum's blocks, of which each has many of these.
  ARBITRUM: {
    blockSeconds: 1,
    finalUnder: (head) => head - (head % 16) - 16,
    idsHaveHeight: false,
    mostBlocks: 10_000,
    decimals: 6,
  },
} satisfies Record<string, Manner>;

type SimulatedNetwork = keyof typeof MANNERS;

/** How buyers pay on a network. With deposit addresses, the operator sometimes switches to exact amounts. */
export type Life = { readonly network: SimulatedNetwork; readonly hasOwnAddresses: boolean };

/** What a seed simulates, by its remainder. */
export const LIVES: readonly Life[] = [
  { network: 'TRON', hasOwnAddresses: false },
  { network: 'ETH', hasOwnAddresses: false },
  { network: 'BSC', hasOwnAddresses: true },
  { network: 'TRON', hasOwnAddresses: true },
  { network: 'POLYGON', hasOwnAddresses: true },
  { network: 'ETH', hasOwnAddresses: true },
  { network: 'ARBITRUM', hasOwnAddresses: true },
];

export type Face = Manner & Life & { readonly chainId: number };

export const createFace = (life: Life, chainId: number): Face => ({
  ...life,
  chainId,
  ...MANNERS[life.network],
});

/** The true chain: its blocks after the final one may be replaced by another branch. */
export class ChainModel {
  readonly face: Face;
  branch: Branch = [];
  final = 0;

  /** From its first block's time, or from what another chain has already. */
  constructor(face: Face, start: number | { readonly branch: Branch; readonly final: number }) {
    this.face = face;
    if (typeof start === 'number') this.mine([], start);
    else ({ branch: this.branch, final: this.final } = start);
  }

  get tip(): SimBlock {
    return this.branch.at(-1)!;
  }

  /** `salt` distinguishes blocks of different branches. */
  mine(txs: readonly SimTx[], timestamp: number, salt = ''): void {
    const number = this.branch.length;
    const parentHash = this.branch.at(-1)?.hash ?? hashOf(`before ${this.face.chainId}`);
    const hash = this.#blockHash(number, `${parentHash} ${salt} ${txs.map((tx) => tx.hash).join()}`);
    const receipts = writeReceipts(txs, { number, hash });
    this.branch = [...this.branch, { number, hash, parentHash, timestamp, txs, receipts }];
    this.final = Math.max(this.final, this.face.finalUnder(number));
  }

  /** Removes the newest blocks, none of them final, and returns their transactions. */
  drop(depth: number): SimTx[] {
    if (this.tip.number - depth < this.final) throw new Error('a final block is never dropped');
    const dropped = this.branch.slice(-depth).flatMap((block) => block.txs);
    this.branch = this.branch.slice(0, -depth);
    return dropped;
  }

  /** A fork of this chain after block `number`. */
  forkAt(number: number): ChainModel {
    const branch = this.branch.slice(0, number + 1);
    return new ChainModel(this.face, { branch, final: Math.min(this.final, number) });
  }

  #blockHash(number: number, content: string): Hex {
    const hash = hashOf(content);
    return this.face.idsHaveHeight ? `0x${number.toString(16).padStart(16, '0')}${hash.slice(18)}` : hash;
  }
}

export const hashOf = (text: string): Hex => `0x${createHash('sha256').update(text).digest('hex')}`;

/** The true worth of a log to the shop, as its generator states it, without any parsing. */
export type Worth = {
  readonly from: Hex;
  readonly to: Hex;
  /** In the token's own units. */
  readonly units: bigint;
  readonly orderRef: Hex | null;
  /** Sent by the shop's wallet to a buyer's address: it lies there, and nobody paid it. */
  readonly isFromShop?: true;
};

export type SimEvent = {
  readonly address: Hex;
  readonly topics: readonly Hex[];
  readonly data: Hex;
  /** Null: not a payment to us, whatever it looks like. */
  readonly worth: Worth | null;
  /** Moves money from a buyer's own address to the treasury. */
  readonly isSweep?: true;
};

export type SimTx = {
  readonly hash: Hex;
  readonly events: readonly SimEvent[];
  /** The payment in its call data, if it differs from what happens. */
  readonly claimedUnits?: bigint;
};

export type SimBlock = {
  readonly number: number;
  readonly hash: Hex;
  readonly parentHash: Hex;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly txs: readonly SimTx[];
  readonly receipts: readonly WireReceipt[];
};

/** From the first block to a tip; immutable, so that a node can keep an old one. */
export type Branch = readonly SimBlock[];

/** As nodes write them in JSON. */
export type WireLog = {
  address: Hex;
  topics: Hex[];
  data: Hex;
  blockNumber: Hex;
  blockHash: Hex;
  transactionHash: Hex;
  logIndex: Hex;
  removed: boolean;
};

export type WireReceipt = {
  transactionHash: Hex;
  blockNumber: Hex;
  blockHash: Hex;
  status: Hex;
  logs: WireLog[];
};

export type WireBlock = { number: Hex; hash: Hex; parentHash: Hex; timestamp: Hex };

export type WireFilter = {
  fromBlock: string;
  toBlock: string;
  address: string;
  topics: (string | string[] | null)[];
};

/** A transaction without events has failed: chains drop the logs of what they reverted. */
export function writeReceipts(
  txs: readonly SimTx[],
  block: Pick<SimBlock, 'number' | 'hash'>,
): WireReceipt[] {
  let logIndex = 0;
  return txs.map((tx) => {
    const place = {
      transactionHash: tx.hash,
      blockNumber: numberToHex(block.number),
      blockHash: block.hash,
    };
    const logs = tx.events.map(({ address, topics, data }) => {
      const log = {
        address,
        topics: [...topics],
        data,
        ...place,
        logIndex: numberToHex(logIndex),
        removed: false,
      };
      logIndex += 1;
      return log;
    });
    return { ...place, status: tx.events.length > 0 ? '0x1' : '0x0', logs };
  });
}

export const writeBlock = ({ number, hash, parentHash, timestamp }: SimBlock): WireBlock => ({
  number: numberToHex(number),
  hash,
  parentHash,
  timestamp: numberToHex(timestamp),
});

export function fits(log: WireLog, { address, topics }: WireFilter): boolean {
  return (
    log.address === address.toLowerCase() &&
    topics.every((wanted, place) => {
      const topic = log.topics[place];
      return wanted === null || (topic !== undefined && [wanted].flat().includes(topic));
    })
  );
}
