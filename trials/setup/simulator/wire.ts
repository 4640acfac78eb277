import { numberToHex } from 'viem';
import type { SimBlock, SimTx } from './sim-block.ts';
import type { WireLog, WireReceipt, WireBlock, WireFilter } from './wire-types.ts';

/** A transaction without events has failed: a chain keeps no logs of what it took back. */
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
