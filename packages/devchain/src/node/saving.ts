import { hexToBytes, type Hex } from 'viem';
import type { Rpc } from './rpc.ts';

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
  /** The same, for the last time. */
  stop(): Promise<void>;
};

type SavingOptions = {
  rpc: Rpc;
  headNumber: () => Promise<number>;
  save: (state: Uint8Array) => Promise<void>;
};

/** Saves the chain now, soon after every block with transactions, and rarely while blocks are empty. */
export async function startSaving({ rpc, headNumber, save }: SavingOptions): Promise<Saving> {
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
    const wantedAt = Math.max(lastEndedAt + Math.max(pauseMs, lastTookMs * PAUSE_PER_SAVE), Date.now());
    if (wantedAt >= dueAt) return;
    dueAt = wantedAt;
    clearTimeout(timer);
    timer = setTimeout(() => {
      underWay = underWay.then(saveNow).catch((error: unknown) => {
        dirty = true;
        process.emitWarning(`The local chain could not be saved: ${String(error)}`);
      });
    }, wantedAt - Date.now());
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
