import { numberToHex, toHex } from 'viem';
import { startAnvil } from './anvil.ts';
import { createSerialQueue, type SerialQueue } from './serial-queue.ts';
import { type Miner, startMiner } from './miner.ts';
import type { Rpc } from './rpc.ts';
import { startSaving } from './saving.ts';

/** An EVM node with its miner, finality and state file. */
export type LocalChain = {
  rpc: Rpc;
  miner: Miner;
  /** How many blocks the newest final one is behind the head. */
  finalityLag: number;
  /** Serializes work that must not run while a block is mined. */
  runSerially: SerialQueue;
  headNumber(): Promise<number>;
  finalNumber(): Promise<number>;
  /** Saves everything now, so that it can be final. */
  save(): Promise<void>;
  stop(): Promise<void>;
};

type LocalChainOptions = {
  chainId: number;
  gasIsFree: boolean;
  /** When a new chain begins; the present where absent. */
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
    // Only states made since the start can be read, and the newest final one is among them now. On a new chain
    // everything is prepared by then, so a follower that starts there finds no transfers of the preparation.
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
          // The node does not save pending transactions, so they are mined into a last block.
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
