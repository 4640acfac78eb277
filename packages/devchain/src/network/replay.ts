import type { Hex } from 'viem';
import type { PastTransfer } from '../devchain.ts';
import { type SendCall, transferData } from './create-sender.ts';
import type { RunningNetwork } from './open-network.ts';

/**
 * Mines each transfer into a block with its own time, and then enough blocks for all of them to be final, the last at
 * `until`.
 */
export async function replay(
  { info, chain }: RunningNetwork,
  send: SendCall,
  transfers: readonly PastTransfer[],
  until: Date,
): Promise<Hex[]> {
  const hashes: Hex[] = [];
  for (const { to, amountMicro, at } of transfers) {
    hashes.push(await send(transferData(info.type, to, amountMicro)));
    await mineAt(seconds(at));
  }
  for (let left = chain.finalityLag; left >= 0; left -= 1) await mineAt(seconds(until) - left);
  await chain.save();
  return hashes;

  async function mineAt(second: number): Promise<void> {
    await chain.runSerially(() => chain.rpc('evm_setNextBlockTimestamp', second));
    await chain.miner.mine(1);
  }
}

/** The next blocks have the present time. */
export async function returnToPresent({ chain }: RunningNetwork): Promise<void> {
  await chain.runSerially(() => chain.rpc('evm_setTime', seconds(new Date())));
  await chain.miner.mine(1);
}

const seconds = (time: Date): number => Math.floor(time.getTime() / 1_000);
