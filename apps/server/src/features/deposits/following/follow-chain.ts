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
import { isAddressAwaited, listHotAddresses } from '../../deposit-addresses/index.ts';
import { listWatchedTreasuries } from '../../payment-methods/index.ts';
import { isDepositClaimWaiting } from '../deposit-claims/deposit-claims.sql.ts';
import {
  insertCursor,
  isRereading,
  readChainCursor,
  readStatus,
  saveNodeProblems,
  saveStatus,
} from './chains.sql.ts';
import type { AssetId } from '../deposits.sql.ts';
import {
  recordScan,
  onePerNode,
  type Rules,
  type Blacklist,
  readBlacklistOf,
  scanParametersOf,
} from './record-scan.ts';
import type { DepositMatcher } from '../credit-deposits.ts';
import type { Hex } from 'viem';
import { readAddressRange, type AddressReader, readAddressCursor } from './read-all-addresses.ts';

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
export function createFollowJob(ctx: Ctx, options: FollowOptions, matcher: DepositMatcher): Job {
  const { network, nodes, quorum, everyMs } = options;
  const memory = new ScanMemory();
  const listHot = createHotAddresses(ctx, { nodes, quorum, memory: new ScanMemory(), matcher });
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
    const rules = { matcher, blacklist: blacklist ?? new Set(), ...since };
    if (!(await record(ctx, asset, first, outcome, rules))) return { more: true };
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
  rules: Rules,
): Promise<boolean> {
  if (from && !('reasons' in outcome)) return recordScan(ctx, asset, from, outcome, rules);
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

type FollowerFailure = Extract<ScanOutcome, { reasons: unknown }>;

/** Saves why a chain could not be read, keeping its last known head and final block. Credits nothing. */
export async function recordFollowerFailure(
  ctx: Ctx,
  { network, chainId }: AssetId,
  failure: FollowerFailure,
): Promise<void> {
  const before = await readStatus(ctx.db, chainId);
  const now = ctx.clock.now();
  await saveNodeProblems(ctx.db, chainId, onePerNode(failure.problems), now);
  await saveStatus(ctx.db, {
    chain_id: chainId,
    network,
    state: failure.kind,
    reasons: failure.reasons,
    head: before?.head ?? null,
    final: before?.final ?? null,
    checked_at: now,
  });
}

/** Clocks of the shop and of the chain differ. */
const SKEW_MS = 120_000;

/** Ranges that one pass catches up. However far behind, the chain itself is read between passes. */
const RANGES_A_PASS = 4;

/** `more`: some addresses that became hot still lag the chain's cursor; the next pass continues. */
type Hot = { readonly addresses: readonly Hex[]; readonly more: boolean };

/** Lists the hot addresses of a chain for the next scan, which goes on from `cursor`. */
type HotAddresses = (asset: AssetId, cursor: Cursor | null) => Promise<Hot>;

/** Addresses that became hot at the same time, and up to where they were read. */
type Round = { readonly addresses: readonly Hex[]; readonly at: Cursor };

/**
 * The addresses that one follower reads with every scan. An address that becomes hot first catches up, from where all
 * addresses were last read to the chain's cursor: its payment may be there. That can take several passes; addresses
 * that become hot meanwhile wait for the next round. If a range fails, the round starts over with the next scan.
 */
function createHotAddresses(ctx: Ctx, reader: AddressReader): HotAddresses {
  const caughtUp = new Set<Hex>();
  let round: Round | null = null;
  let chainId: bigint | null = null;
  return async (asset, cursor) => {
    const rows = await listHotAddresses(ctx, asset, ctx.clock.now());
    const addresses = rows.map(({ address }) => address);
    if (chainId !== asset.chainId) [chainId, round] = [asset.chainId, (caughtUp.clear(), null)];
    // First, because they miss blocks even while others cannot be read.
    const hot = new Set(addresses);
    for (const address of caughtUp) if (!hot.has(address)) caughtUp.delete(address);
    if (cursor === null) return { addresses, more: false };
    for (const { address, created_at } of rows)
      // Nobody can have paid to an address before it existed.
      if (created_at.getTime() - SKEW_MS >= cursor.time * 1000) caughtUp.add(address);
    round =
      goOn(round, hot, cursor) ??
      (await start(
        ctx,
        asset,
        addresses.filter((one) => !caughtUp.has(one)),
      ));
    if (round) round = await catchUp(ctx, asset, reader, round, cursor);
    if (!round || round.at.number < cursor.number) return { addresses, more: round !== null };
    for (const address of round.addresses) caughtUp.add(address);
    round = null;
    return { addresses, more: addresses.some((address) => !caughtUp.has(address)) };
  };
}

/** What is left of a round: addresses that were cold meanwhile missed blocks. Null if the chain was set back. */
function goOn(round: Round | null, hot: ReadonlySet<Hex>, { number }: Cursor): Round | null {
  const addresses = round?.addresses.filter((address) => hot.has(address)) ?? [];
  return round && addresses.length > 0 && round.at.number <= number ? { addresses, at: round.at } : null;
}

async function start(ctx: Ctx, { chainId }: AssetId, addresses: readonly Hex[]): Promise<Round | null> {
  const at = addresses.length > 0 ? await readAddressCursor(ctx.db, chainId) : null;
  return at && { addresses, at };
}

/** Reads the next ranges of a round; null if one fails. */
async function catchUp(
  ctx: Ctx,
  asset: AssetId,
  reader: AddressReader,
  { addresses, at }: Round,
  to: Cursor,
): Promise<Round | null> {
  let from = at;
  for (let ranges = 0; from.number < to.number && ranges < RANGES_A_PASS; ranges += 1) {
    const reading = await readAddressRange(ctx, asset, reader, { addresses, from, to });
    if (reading.kind !== 'read') return null;
    from = reading.cursor;
  }
  return { addresses, at: from };
}
