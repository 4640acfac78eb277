import { ScanMemory, type ChainNode, type Cursor, readCursorAt, scan } from '@portside/chain';
import type { Finding, Network } from '@portside/contract';
import type { Hex } from 'viem';
import { type Ctx, inTransaction } from '../../../platform/context.ts';
import { describeFindings } from '../../../platform/describe-findings.ts';
import type { Job } from '../../../platform/jobs.ts';
import { listAllAddresses } from '../../deposit-addresses/index.ts';
import { listWatchedTreasuries } from '../../payment-methods/index.ts';
import type { AssetId } from '../deposits.sql.ts';
import { readChainCursor, lockCursor } from './chains.sql.ts';
import { crashPoint } from '../../../platform/crash-point.ts';
import { recordTransfers, readBlacklistOf, scanParametersOf } from './record-scan.ts';
import type { DepositMatcher } from '../credit-deposits.ts';
import { HOUR_MS } from '../../../platform/clock.ts';
import { sql, type ColumnType } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';

type ReadAddressesOptions = {
  readonly network: Network;
  readonly nodes: readonly ChainNode[];
  readonly quorum: number;
};

/** How soon nodes that did not answer or agree are asked again. */
const RETRY_MS = 60_000;
/** After a pause of the chain there is more to read than an hour brings. */
const PAUSED_MS = 2 * HOUR_MS;

/** The name by which the job is found in the log and in metrics. */
export const readAddressesJobName = (network: Network): string => `read addresses ${network}`;

type Pass = {
  readonly chainId: bigint;
  readonly to: Cursor;
  readonly addresses: readonly Hex[];
};

/**
 * Creates the job that reads all buyers' addresses of a network over the blocks that the follower has finished,
 * hourly and at the start. It alone guarantees that every payment is found: its cursor only moves over blocks read
 * for every address. Each run reads one range, so it can stop at any time. A range that fails is halved, one that
 * succeeds doubled: a node that limits the rate of calls spoils a range that needs more. Addresses made during a pass
 * can wait for the next: the pass ends at a block that was final before anyone knew them.
 */
export function createReadAddressesJob(
  ctx: Ctx,
  { network, nodes, quorum }: ReadAddressesOptions,
  matcher: DepositMatcher,
): Job {
  const memory = new ScanMemory();
  let pass: Pass | null = null;
  let dueAt = -Infinity;
  const mostBlocks = mostBlocksOf(network);
  let blocks = mostBlocks;
  let lastLogged = '';

  const startPass = async ({ chainId }: AssetId): Promise<Pass | null> => {
    const to = await readChainCursor(ctx.db, chainId);
    if (!to) return null;
    const all = await listAllAddresses(ctx, { network, chainId });
    return { chainId, to, addresses: all.map(({ address }) => address) };
  };

  const wait = (ms: number): { more: false } => {
    pass = null;
    dueAt = ctx.clock.now().getTime() + ms;
    return { more: false };
  };

  /** Saves why it failed, and logs a reason that is new. */
  const recordProblems = async (chainId: bigint, reasons: readonly Finding[]): Promise<void> => {
    await saveAddressProblems(ctx.db, chainId, reasons);
    const reason = describeFindings('en', reasons);
    if (reason !== lastLogged) ctx.log.warn({ network, reason }, 'reading all addresses failed');
    lastLogged = reason;
  };

  const run = async (): Promise<{ more: boolean }> => {
    const now = ctx.clock.now();
    const isEarly = now.getTime() < dueAt && dueAt - now.getTime() <= HOUR_MS;
    const watched = await listWatchedTreasuries(ctx, network, now);
    if (!watched) return { more: false };
    const chainId = BigInt(watched.chainId);
    if (isEarly && !(await readAddressDelay(ctx.db, chainId, PAUSED_MS))) return { more: false };
    const asset: AssetId = { network, chainId, token: watched.token };
    if (pass?.chainId !== chainId) pass = await startPass(asset);
    const from = await readAddressCursor(ctx.db, chainId);
    if (!pass || !from) return { more: false };
    const { to, addresses } = pass;
    if (from.number >= to.number) return wait(HOUR_MS);
    const advance = (step: Ctx, a: Cursor, b: Cursor) => moveAddressCursor(step.db, chainId, a, b);
    if (addresses.length === 0) {
      await advance(ctx, from, to);
      return wait(HOUR_MS);
    }
    const reader = { nodes, quorum, memory, matcher };
    const range = { addresses, from, to, most: blocks, advance };
    const reading = await readAddressRange(ctx, asset, reader, range);
    if (reading.kind === 'failed') {
      blocks = Math.max(1, Math.floor(blocks / 2));
      await recordProblems(chainId, reading.reasons);
    }
    if (reading.kind !== 'read') return wait(RETRY_MS);
    blocks = Math.min(mostBlocks, blocks * 2);
    lastLogged = '';
    return reading.cursor.number < to.number ? { more: true } : wait(HOUR_MS);
  };

  return { name: readAddressesJobName(network), everyMs: RETRY_MS, run };
}

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
  readonly matcher: DepositMatcher;
};

type AddressRange = {
  readonly addresses: readonly Hex[];
  readonly from: Cursor;
  /** The chain's cursor. */
  readonly to: Cursor;
  /** How many blocks at most; as many as `RANGES` says where absent. */
  readonly most?: number;
  /** Runs in the transaction that records a range. False if another process was quicker; then nothing is recorded. */
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
const mostBlocksOf = (network: Network): number => RANGES * scanParametersOf(network).maxRange;

/**
 * Reads what arrived at addresses after the block `from`, one range of blocks, and records it by the same rules as the
 * follower: answers the new end, or why there is none. What the follower has recorded is not recorded again.
 */
export async function readAddressRange(
  ctx: Ctx,
  asset: AssetId,
  { nodes, quorum, memory, matcher }: AddressReader,
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
    // Not at the same time as the follower: two deposits of a buyer could deadlock.
    const followed = await lockCursor(step.db, asset.chainId);
    if (!followed || followed.number < to.number) return false;
    if (advance && !(await advance(step, from, cursor))) return false;
    await recordTransfers(step, asset, { transfers, quarantined }, { blacklist, matcher });
    crashPoint('addresses: before commit');
    return true;
  });
  crashPoint('addresses: after commit');
  return isRecorded ? { kind: 'read', cursor } : { kind: 'overtaken' };
}

/** Up to where all of a chain's addresses were read. */
type AddressCursorsTable = {
  chain_id: bigint;
  block_number: number;
  block_hash: Hex;
  block_time: Date;
  /** Why the last attempt failed; empty after a success. */
  problems: ColumnType<readonly Finding[], string, string>;
};

declare module '../../../platform/db/db.ts' {
  interface Database {
    address_cursors: AddressCursorsTable;
  }
}

/**
 * Up to where all addresses of a chain were read; null before the chain has a cursor. If it is missing, it starts at
 * the chain's cursor.
 */
export async function readAddressCursor(db: Db, chainId: bigint): Promise<Cursor | null> {
  await sql`insert into address_cursors
    select chain_id, block_number, block_hash, block_time from chain_cursors where chain_id = ${chainId}
    on conflict (chain_id) do nothing`.execute(db);
  const row = await db
    .selectFrom('address_cursors')
    .selectAll()
    .where('chain_id', '=', chainId)
    .executeTakeFirst();
  return row
    ? { number: row.block_number, hash: row.block_hash, time: row.block_time.getTime() / 1000 }
    : null;
}

/** Compare and set: false where another process has moved it, or the chain's cursor is not that far. */
async function moveAddressCursor(db: Db, chainId: bigint, from: Cursor, to: Cursor): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('address_cursors')
    .set({ ...columnsOf(to), problems: '[]' })
    .where('chain_id', '=', chainId)
    .where('block_number', '=', from.number)
    .where('block_hash', '=', from.hash)
    .where((is) =>
      is.exists(
        is
          .selectFrom('chain_cursors')
          .select('chain_id')
          .where('chain_id', '=', chainId)
          .where('block_number', '>=', to.number),
      ),
    )
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Saves why reading the addresses failed. Moving the cursor clears it. */
async function saveAddressProblems(db: Db, chainId: bigint, problems: readonly Finding[]): Promise<void> {
  await db
    .updateTable('address_cursors')
    .set({ problems: JSON.stringify(problems) })
    .where('chain_id', '=', chainId)
    .execute();
}

export type AddressDelay = { readonly readUntil: Date; readonly problems: readonly Finding[] };

/** Up to where the addresses were read if that lags the chain's cursor by more than this; null otherwise. */
export async function readAddressDelay(
  db: Db,
  chainId: bigint,
  longerThanMs: number,
): Promise<AddressDelay | null> {
  const row = await db
    .selectFrom('address_cursors as a')
    .innerJoin('chain_cursors as c', 'c.chain_id', 'a.chain_id')
    .select(['a.block_time', 'a.problems'])
    .where('a.chain_id', '=', chainId)
    .where(sql<boolean>`c.block_time > a.block_time + ${longerThanMs} * interval '1 millisecond'`)
    .executeTakeFirst();
  return row ? { readUntil: row.block_time, problems: row.problems } : null;
}

/**
 * Moves it back to the block that the chain's cursor was set to, unless it is already lower. A block of the same
 * number may belong to the abandoned fork.
 */
export async function setAddressCursorBack(db: Db, chainId: bigint, to: Cursor): Promise<void> {
  await db
    .updateTable('address_cursors')
    .set(columnsOf(to))
    .where('chain_id', '=', chainId)
    .where('block_number', '>=', to.number)
    .execute();
}

const columnsOf = ({ number, hash, time }: Cursor) => ({
  block_number: number,
  block_hash: hash,
  block_time: new Date(time * 1000),
});
