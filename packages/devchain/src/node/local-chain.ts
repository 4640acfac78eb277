import { numberToHex, toHex, hexToBytes, type Hex } from 'viem';
import { startAnvil } from './anvil.ts';
import { createSerialQueue, type SerialQueue, type Rpc } from './rpc.ts';
import { type Miner, startMiner } from './miner.ts';

/** An EVM node with its miner, finality and state file. */
export type LocalChain = {
  rpc: Rpc;
  miner: Miner;
  /** Blocks between the head and the newest final one. */
  finalityLag: number;
  /** Serializes work that must not run while a block is mined. */
  runSerially: SerialQueue;
  headNumber(): Promise<number>;
  finalNumber(): Promise<number>;
  /** Saves now, so that everything can become final. */
  save(): Promise<void>;
  stop(): Promise<void>;
};

type LocalChainOptions = {
  chainId: number;
  gasIsFree: boolean;
  /** When a new chain begins; the present if absent. */
  startsAt?: Date | undefined;
  blockTimeMs: number;
  idleBlockTimeMs: number;
  finalityLag: number;
  /** State saved by an earlier run, in the format of `anvil_dumpState`. */
  savedState: Uint8Array | null;
  /** Prepares a new chain. */
  prepare(rpc: Rpc): Promise<void>;
  /** Saves the state; null for a chain in memory only. */
  save: ((state: Uint8Array) => Promise<void>) | null;
  /** Called after each block. */
  onBlock(): void;
};

export async function startLocalChain(options: LocalChainOptions): Promise<LocalChain> {
  const { chainId, gasIsFree, blockTimeMs, idleBlockTimeMs, finalityLag, savedState, save } = options;
  const startsAt = savedState ? undefined : options.startsAt;
  const anvil = await startAnvil({ chainId, gasIsFree, startsAt });
  const { rpc } = anvil;
  try {
    if (savedState) await rpc('anvil_loadState', toHex(savedState));
    else await options.prepare(rpc);
    // Only states since the start can be read, and now the newest final one is among them. Everything is prepared by
    // then on a new chain, so a follower that starts there sees no transfers of the preparation.
    await rpc('anvil_mine', numberToHex(finalityLag + 1));
    const headNumber = async () => Number(await rpc<string>('eth_blockNumber'));
    const runSerially = createSerialQueue();
    const saving = save && (await startSaving({ rpc, headNumber, save }));
    const miner = startMiner({
      rpc,
      runSerially,
      blockTimeMs,
      idleBlockTimeMs,
      finalityLag,
      onBlock: ({ transactions }) => {
        saving?.blockMined(transactions > 0);
        options.onBlock();
      },
      onFailure: (error) => process.emitWarning(`The local chain stopped mining: ${String(error)}`),
    });
    return {
      rpc,
      miner,
      finalityLag,
      runSerially,
      headNumber,
      async finalNumber() {
        // A block that a power cut could still lose must not be reported as final.
        const safeNumber = saving?.savedNumber() ?? Number.POSITIVE_INFINITY;
        return Math.max(0, Math.min((await headNumber()) - finalityLag, safeNumber));
      },
      save: async () => saving?.saveAll(),
      async stop() {
        miner.setMining(false);
        try {
          // The node does not save pending transactions, so a last block mines them.
          const pool = await rpc<{ pending: string }>('txpool_status');
          if (Number(pool.pending) > 0) await miner.mine(1);
          await miner.settle();
          await saving?.stop();
        } finally {
          await anvil.stop();
        }
      },
    };
  } catch (error) {
    await anvil.stop();
    throw error;
  }
}

const BUSY_PAUSE_MS = 1_000;

const IDLE_PAUSE_MS = 60_000;

/** Saving takes longer as the chain grows; at most this share of the time is spent on it. */
const PAUSE_PER_SAVE = 20;

type Saving = {
  blockMined(hasTransactions: boolean): void;
  /** Number of the newest block that survives a power cut. */
  savedNumber(): number;
  /** Saves everything not saved yet. */
  saveAll(): Promise<void>;
  /** Saves for the last time. */
  stop(): Promise<void>;
};

type SavingOptions = {
  rpc: Rpc;
  headNumber: () => Promise<number>;
  save: (state: Uint8Array) => Promise<void>;
};

/** Saves the chain now, soon after every block with transactions, and rarely while blocks are empty. */
async function startSaving({ rpc, headNumber, save }: SavingOptions): Promise<Saving> {
  let saved = 0;
  let dirty = false;
  let lastEndedAt = 0;
  let lastTookMs = 0;
  let dueAt = Number.POSITIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<void> = Promise.resolve();

  const saveNow = async () => {
    const startedAt = Date.now();
    dirty = false;
    dueAt = Number.POSITIVE_INFINITY;
    const number = await headNumber();
    await save(hexToBytes(await rpc<Hex>('anvil_dumpState')));
    saved = number;
    lastEndedAt = Date.now();
    lastTookMs = lastEndedAt - startedAt;
  };

  const scheduleAfter = (pauseMs: number) => {
    const now = Date.now();
    const wantedAt = Math.max(lastEndedAt + Math.max(pauseMs, lastTookMs * PAUSE_PER_SAVE), now);
    if (wantedAt >= dueAt) return;
    dueAt = wantedAt;
    clearTimeout(timer);
    timer = setTimeout(() => {
      underWay = underWay.then(saveNow).catch((error: unknown) => {
        dirty = true;
        process.emitWarning(`The local chain could not be saved: ${String(error)}`);
      });
    }, wantedAt - now);
  };

  await saveNow();
  return {
    blockMined(hasTransactions) {
      dirty = true;
      scheduleAfter(hasTransactions ? BUSY_PAUSE_MS : IDLE_PAUSE_MS);
    },
    savedNumber: () => saved,
    async saveAll() {
      underWay = underWay.then(() => (dirty ? saveNow() : undefined));
      await underWay;
    },
    async stop() {
      clearTimeout(timer);
      await underWay;
      if (dirty) await saveNow();
    },
  };
}
