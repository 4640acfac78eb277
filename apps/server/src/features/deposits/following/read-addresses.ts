import { readCursorAt, scan, type ChainNode, type Cursor, type ScanMemory } from '@portside/chain';
import type { Hex } from 'viem';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { crashPoint } from '../../../platform/crash-point.ts';
import type { AssetId } from '../deposits.sql.ts';
import { readBlacklistOf, scanParametersOf } from '../scan-parameters.ts';
import { lockCursor } from './chains.sql.ts';
import { recordTransfers } from './record-scan.ts';

/**
 * How many of the follower's ranges are read at once: each costs a call for every 500 addresses. A node that refuses so
 * many blocks is asked for fewer, which is remembered.
 */
const RANGES = 5;

export type AddressReader = {
  readonly nodes: readonly ChainNode[];
  readonly quorum: number;
  readonly memory: ScanMemory;
};

export type AddressRange = {
  readonly addresses: readonly Hex[];
  readonly from: Cursor;
  /** The chain's cursor. */
  readonly to: Cursor;
  /** False where another process was quicker; then nothing is recorded. In the transaction that records a range. */
  readonly advance?: (step: Ctx, from: Cursor, to: Cursor) => Promise<boolean>;
};

/**
 * Reads what arrived at addresses after the block `from`, one range of blocks, and records it by the same rules as the
 * follower: answers the new end, or null where the nodes do not answer or agree, or do not know the block `to` that was
 * recorded. What the follower has recorded is not recorded again.
 */
export async function readAddressRange(
  ctx: Ctx,
  asset: AssetId,
  { nodes, quorum, memory }: AddressReader,
  { addresses, from, to, advance }: AddressRange,
): Promise<Cursor | null> {
  const { network, token } = asset;
  const chainId = Number(asset.chainId);
  const parameters = scanParametersOf(network);
  const maxRange = RANGES * parameters.maxRange;
  const basis = { network, chainId, token, quorum, ...parameters, maxRange };
  const known = await readCursorAt(nodes, basis, to.number);
  if (known?.hash !== to.hash) return null;
  const own = { treasuries: [], checkouts: [], addresses, upTo: to.number, skipsPending: true };
  const outcome = await scan(nodes, { ...basis, ...own }, from, memory);
  if (outcome.kind !== 'scanned') return null;
  const { transfers, quarantined, cursor } = outcome;
  const senders = [...new Set(transfers.map((transfer) => transfer.from))];
  const blacklist = await readBlacklistOf(asset, { nodes, quorum }, senders);
  if (blacklist === null) return null;
  const isRecorded = await inTransaction(ctx, async (step) => {
    // After each other with the follower, so that two deposits of a buyer never both wait for the other.
    const followed = await lockCursor(step.db, asset.chainId);
    if (!followed || followed.number < to.number) return false;
    if (advance && !(await advance(step, from, cursor))) return false;
    await recordTransfers(step, asset, { transfers, quarantined }, { blacklist });
    crashPoint('addresses: before commit');
    return true;
  });
  crashPoint('addresses: after commit');
  return isRecorded ? cursor : null;
}
