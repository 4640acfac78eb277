import { numberToHex } from 'viem';
import type { SerialQueue, Rpc } from './rpc.ts';

export type Miner = {
  /** A transaction is pending: the next block is mined after the short interval. */
  wake(): void;
  mine(blocks: number): Promise<void>;
  setMining(on: boolean): void;
  /** Waits for the block being mined. */
  settle(): Promise<void>;
};

type MinerOptions = {
  rpc: Rpc;
  runSerially: SerialQueue;
  blockTimeMs: number;
  idleBlockTimeMs: number;
  finalityLag: number;
  onBlock(block: { number: number; transactions: number }): void;
  /** The node has ended: nothing more will be mined. */
  onFailure(error: unknown): void;
};

/** A chain that has long been idle gets one block per minute, since every block stays in memory and in the file. */
const MAX_IDLE_PAUSE_MS = 60_000;
const IDLE_PER_PAUSE = 60;

/**
 * Mines often while a transaction is pending or not yet final, and rarely otherwise, so that idle chains stay small.
 */
export function startMiner(options: MinerOptions): Miner {
  const { rpc, runSerially, blockTimeMs, idleBlockTimeMs, finalityLag } = options;
  let mining = true;
  let transactionsWait = true;
  let headNumber = 0;
  let lastBusyNumber = 0;
  let lastMinedAt = Date.now();
  let lastBusyAt = Date.now();
  let timer: NodeJS.Timeout | undefined;

  const schedule = () => {
    clearTimeout(timer);
    if (!mining) return;
    const busy = transactionsWait || headNumber < lastBusyNumber + finalityLag;
    if (busy) lastBusyAt = Date.now();
    const longPause = Math.min((Date.now() - lastBusyAt) / IDLE_PER_PAUSE, MAX_IDLE_PAUSE_MS);
    const dueAt = lastMinedAt + (busy ? blockTimeMs : Math.max(idleBlockTimeMs, longPause));
    timer = setTimeout(onTimer, Math.max(0, dueAt - Date.now()));
  };

  /** Resolves with whether a transaction still waits. */
  const mineOne = async (): Promise<boolean> => {
    transactionsWait = false;
    lastMinedAt = Date.now();
    await rpc('evm_mine');
    const block = await rpc<{ number: string; transactions: string[] }>(
      'eth_getBlockByNumber',
      'latest',
      false,
    );
    const pool = await rpc<{ pending: string }>('txpool_status');
    headNumber = Number(block.number);
    if (block.transactions.length > 0) lastBusyNumber = headNumber;
    if (Number(pool.pending) > 0) transactionsWait = true;
    options.onBlock({ number: headNumber, transactions: block.transactions.length });
    return transactionsWait;
  };

  /** Whatever does not fit goes into the next block, so further blocks are empty once nothing is waiting. */
  const mineMany = async (blocks: number) => {
    let left = blocks - 1;
    while ((await mineOne()) && left > 0) left -= 1;
    if (left === 0) return;
    await rpc('anvil_mine', numberToHex(left));
    headNumber += left;
    options.onBlock({ number: headNumber, transactions: 0 });
  };

  const onTimer = () => {
    runSerially(async () => (mining ? mineOne() : undefined)).then(schedule, (error: unknown) => {
      if (mining) options.onFailure(error);
    });
  };

  schedule();
  return {
    wake() {
      transactionsWait = true;
      schedule();
    },
    async mine(blocks) {
      if (blocks > 0) await runSerially(() => mineMany(blocks));
      schedule();
    },
    setMining(on) {
      mining = on;
      schedule();
    },
    settle: async () => runSerially(async () => undefined),
  };
}
