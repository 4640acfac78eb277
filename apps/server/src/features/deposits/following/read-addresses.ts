import { readCursorAt, scan, type ChainNode, type Cursor, type ScanMemory } from '@portside/chain';
import type { Finding, Network } from '@portside/contract';
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
const UNKNOWN: Finding = { code: 'startUnknown', facts: {} };
const NO_BLACKLIST: Finding = { code: 'blacklistUnknown', facts: {} };

export type AddressReader = {
  readonly nodes: readonly ChainNode[];
  readonly quorum: number;
  readonly memory: ScanMemory;
};

type AddressRange = {
  readonly addresses: readonly Hex[];
  readonly from: Cursor;
  /** The chain's cursor. */
  readonly to: Cursor;
  /** How many blocks at most; as many as `RANGES` says where absent. */
  readonly most?: number;
  /** False where another process was quicker; then nothing is recorded. In the transaction that records a range. */
  readonly advance?: (step: Ctx, from: Cursor, to: Cursor) => Promise<boolean>;
};

/**
 * `failed`: the nodes do not answer or agree, or do not know the block `to`. `overtaken`: another process was quicker.
 */
type AddressReading =
  | { readonly kind: 'read'; readonly cursor: Cursor }
  | { readonly kind: 'failed'; readonly reasons: readonly Finding[] }
  | { readonly kind: 'overtaken' };

const failed = (...reasons: readonly Finding[]): AddressReading => ({ kind: 'failed', reasons });

/** How many blocks a network's addresses are read over at once. */
export const mostBlocksOf = (network: Network): number => RANGES * scanParametersOf(network).maxRange;

/**
 * Reads what arrived at addresses after the block `from`, one range of blocks, and records it by the same rules as the
 * follower: answers the new end, or why there is none. What the follower has recorded is not recorded again.
 */
export async function readAddressRange(
  ctx: Ctx,
  asset: AssetId,
  { nodes, quorum, memory }: AddressReader,
  { addresses, from, to, most, advance }: AddressRange,
): Promise<AddressReading> {
  const { network, token } = asset;
  const chainId = Number(asset.chainId);
  const maxRange = most ?? mostBlocksOf(network);
  const basis = { network, chainId, token, quorum, ...scanParametersOf(network), maxRange };
  const known = await readCursorAt(nodes, basis, to.number);
  if (known?.hash !== to.hash) return failed(UNKNOWN);
  const own = { treasuries: [], checkouts: [], addresses, upTo: to.number, skipsPending: true };
  const outcome = await scan(nodes, { ...basis, ...own }, from, memory);
  if (outcome.kind === 'idle')
    return failed(UNKNOWN, ...(outcome.problems ?? []).map(({ problem }) => problem));
  if (outcome.kind !== 'scanned') return failed(...outcome.reasons);
  const { transfers, quarantined, cursor } = outcome;
  const senders = [...new Set(transfers.map((transfer) => transfer.from))];
  const blacklist = await readBlacklistOf(asset, { nodes, quorum }, senders);
  if (blacklist === null) return failed(NO_BLACKLIST);
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
  return isRecorded ? { kind: 'read', cursor } : { kind: 'overtaken' };
}
