import {
  readFinalCursor,
  scan,
  ScanMemory,
  type ChainNode,
  type Cursor,
  type ScanOutcome,
} from '@portside/chain';
import type { Network } from '@portside/contract';
import type { Ctx } from '../../../platform/context.ts';
import { crashPoint } from '../../../platform/crash-point.ts';
import { describeFindings } from '../../../platform/describe-findings.ts';
import type { Job } from '../../../platform/jobs.ts';
import { isAddressAwaited } from '../../deposit-addresses/index.ts';
import { listWatchedTreasuries } from '../../payment-methods/index.ts';
import { isDepositClaimWaiting } from '../deposit-claims/deposit-claims.sql.ts';
import { createHotAddresses } from './hot-addresses.ts';
import { insertCursor, isRereading, readChainCursor } from './chains.sql.ts';
import type { AssetId } from '../deposits.sql.ts';
import type { Blacklist, ScreeningInput } from './screen-deposit.ts';
import { recordScan } from './record-scan.ts';
import { readBlacklistOf, scanParametersOf } from '../scan-parameters.ts';
import { recordFollowerFailure } from './record-follower-failure.ts';

type FollowOptions = {
  readonly network: Network;
  readonly nodes: readonly ChainNode[];
  /** How many nodes must give identical results: 2 in production, 1 in the sandbox. */
  readonly quorum: number;
  readonly everyMs: number;
  /** Whether anyone is waiting for a payment; absent: always. Otherwise the nodes are asked less often. */
  readonly isAwaited?: () => Promise<boolean>;
};

/** How often an unchanged status is saved again, as a heartbeat. */
const HEARTBEAT_MS = 15_000;
/**
 * How often the nodes are asked while nobody waits for a payment: about 12,000 calls a day and node, below the limits
 * of free plans (docs/deposits.md).
 */
const IDLE_MS = 30_000;
const LOG_LEVEL = { following: 'info', stalled: 'warn', disagreeing: 'warn', halted: 'error' } as const;
const NO_START: ScanOutcome = {
  kind: 'stalled',
  reasons: [{ code: 'startUnknown', facts: {} }],
};

const NO_BLACKLIST: ScanOutcome = {
  kind: 'stalled',
  reasons: [{ code: 'blacklistUnknown', facts: {} }],
};

/** The name by which the job is found in the log and in metrics. */
export const followJobName = (network: Network): string => `follow ${network}`;

/**
 * Creates the job that follows one network: it reads the next final blocks after the cursor and records them. A
 * new installation starts at the current final block. No block is ever skipped, so it catches up after downtime.
 */
export function createFollowJob(ctx: Ctx, options: FollowOptions): Job {
  const { network, nodes, quorum, everyMs } = options;
  const memory = new ScanMemory();
  const listHot = createHotAddresses(ctx, { nodes, quorum, memory: new ScanMemory() });
  let last = { fingerprint: '', state: '', at: 0 };
  let lookedAt = -Infinity;
  let hasMore = false;

  /** Whether nobody waits for a payment on that chain. */
  const isQuietNow = async (chainId: bigint): Promise<boolean> => {
    if (!options.isAwaited || (await options.isAwaited())) return false;
    const now = ctx.clock.now();
    if (await isAddressAwaited(ctx, { network, chainId }, now)) return false;
    return !(await isDepositClaimWaiting(ctx.db, chainId, now));
  };

  const run = async (): Promise<{ more: boolean }> => {
    const watched = await listWatchedTreasuries(ctx, network, ctx.clock.now());
    if (!watched) return { more: false };
    const asset: AssetId = { network, chainId: BigInt(watched.chainId), token: watched.token };
    const isQuiet = await isQuietNow(asset.chainId);
    const now = ctx.clock.now().getTime();
    if (isQuiet && !hasMore && Math.abs(now - lookedAt) < IDLE_MS) return { more: false };
    lookedAt = now;
    const cursor = await readChainCursor(ctx.db, asset.chainId);
    const { addresses, more: isCatchingUp } = await listHot(asset, cursor);
    const watch = {
      ...watched,
      addresses,
      network,
      quorum,
      skipsPending: isQuiet,
      ...scanParametersOf(network),
    };
    const first = cursor ?? (await readFinalCursor(nodes, watch));
    if (first && !cursor) await insertCursor(ctx.db, asset.chainId, first);
    const found = first ? await scan(nodes, watch, first, memory) : NO_START;
    const blacklist = await readSenderBlacklist(asset, { nodes, quorum }, found);
    const outcome = blacklist ? found : NO_BLACKLIST;
    if (outcome.kind === 'scanned') crashPoint('deposit: scanned');

    const fingerprint = fingerprintOf(outcome);
    const at = ctx.clock.now().getTime();
    if (fingerprint === last.fingerprint && at - last.at < HEARTBEAT_MS) return { more: isCatchingUp };
    const since = (await isRereading(ctx.db, asset.chainId)) ? { since: watched.since } : {};
    const screening = { blacklist: blacklist ?? new Set(), ...since };
    if (!(await record(ctx, asset, first, outcome, screening))) return { more: true };
    const state = 'reasons' in outcome ? outcome.kind : 'following';
    if (state !== last.state) {
      const reason = 'reasons' in outcome ? describeFindings('en', outcome.reasons) : undefined;
      ctx.log[LOG_LEVEL[state]]({ network, reason }, `chain follower: ${state}`);
    }
    last = { fingerprint, state, at };
    hasMore = isCatchingUp || (outcome.kind === 'scanned' && !outcome.caughtUp);
    return { more: hasMore };
  };

  return { name: followJobName(network), everyMs, run };
}

/** False where another follower has moved the cursor meanwhile. */
async function record(
  ctx: Ctx,
  asset: AssetId,
  from: Cursor | null,
  outcome: ScanOutcome,
  screening: ScreeningInput,
): Promise<boolean> {
  if (from && !('reasons' in outcome)) return recordScan(ctx, asset, from, outcome, screening);
  await recordFollowerFailure(ctx, asset, outcome as Extract<ScanOutcome, { reasons: unknown }>);
  return true;
}

/**
 * Which senders are on the USDT contract's blacklist. Read before the transaction, which must not wait for a
 * node. Null where too few nodes report the same: then nothing is recorded yet, since an unchecked sender is never
 * cleared.
 */
async function readSenderBlacklist(
  asset: AssetId,
  asked: { readonly nodes: readonly ChainNode[]; readonly quorum: number },
  outcome: ScanOutcome,
): Promise<Blacklist | null> {
  if (outcome.kind !== 'scanned') return new Set();
  const senders = [...new Set(outcome.transfers.map((transfer) => transfer.from))];
  return readBlacklistOf(asset, asked, senders);
}

/** Identifies the result of a scan: idle scans of the same blocks have the same one, scans of a range never do. */
function fingerprintOf(outcome: ScanOutcome): string {
  if ('reasons' in outcome) return JSON.stringify([outcome.kind, outcome.reasons]);
  const pending = outcome.pending.map(({ blockHash, txHash, ordinal }) => [blockHash, txHash, ordinal]);
  const read = outcome.kind === 'scanned' ? outcome.cursor.number : outcome.final;
  const problems = outcome.problems?.map(({ name }) => name);
  return JSON.stringify([read, outcome.head, outcome.pendingProblem, pending, problems]);
}
