import { NETWORKS, type Finding, type Network, type Chain, type Data } from '@portside/contract';
import type { Db } from '../../../platform/db/db.ts';
import { listSealFaults, listWatchedMethods, type Reader } from '../../payment-methods/index.ts';
import { readAddressDelay, type AddressDelay } from './read-all-addresses.ts';
import {
  listNodeProblems,
  readChainCursor,
  readStatus,
  type ChainStatusRow,
  type NodeProblemRow,
  type FollowerState,
  countLostDeposits,
} from './chains.sql.ts';
import type { Ctx } from '../../../platform/context.ts';
import { chainsOf, isPrivateChain } from '@portside/chain';
import { MINUTE_MS } from '../../../platform/clock.ts';

/** Two polls of an idle chain, or four heartbeats of a busy one: then the follower counts as stopped. */
const SILENT_AFTER_MS = 60_000;
/** All addresses are read once an hour. */
const ADDRESSES_LATE_AFTER_MS = 3 * 3_600_000;
const STOPPED: Finding = { code: 'scannerStopped', facts: {} };

type ChainHealth = {
  readonly network: Network;
  readonly chainId: number;
  /** When its payment method was set. */
  readonly since: Date;
  readonly state: FollowerState;
  /** Since when it is in this state; null where it does not run. */
  readonly stateSince: Date | null;
  readonly reasons: readonly Finding[];
  /** Why the buyers' addresses have not been read for hours; empty if they were. */
  readonly addressReasons: readonly Finding[];
  /** What is wrong with single nodes, also while the others are enough. */
  readonly nodes: readonly NodeProblemRow[];
  readonly head: number | null;
  readonly final: number | null;
  /** The last block read. */
  readonly readTo: number | null;
  /** Final blocks not read yet; null before a node first answers. */
  readonly lagBlocks: number | null;
  /** Deposits in doubt or lost that nobody has decided on. */
  readonly lostDeposits: number;
};

/**
 * The follower's status for each network that can still receive payments; one that does not run counts as
 * stalled, and so does one whose addresses are not those that the shop has written. A network whose last payment
 * method was retired is included for as long as it is followed.
 */
export async function readChainHealth(reader: Reader, now: Date): Promise<ChainHealth[]> {
  const { db } = reader;
  const watched = await Promise.all(NETWORKS.map((network) => listWatchedMethods(reader, network, now)));
  const found = await Promise.all(
    watched
      .flatMap(([newest]) => newest ?? [])
      .map(async (method): Promise<ChainHealth | null> => {
        const { type: network, chain_id, created_at: since, retired_at } = method;
        const [status, cursor, nodes, delay, lostDeposits] = await Promise.all([
          readStatus(db, chain_id),
          readChainCursor(db, chain_id),
          listNodeProblems(db, chain_id),
          readAddressDelay(db, chain_id, ADDRESSES_LATE_AFTER_MS),
          countLostDeposits(db, chain_id),
        ]);
        if (retired_at !== null && !isAlive(status, now)) return null;
        const { head = null, final = null } = status ?? {};
        const lagBlocks = cursor && final !== null ? Math.max(0, final - cursor.number) : null;
        const readTo = cursor?.number ?? null;
        const addressReasons = reasonsOf(delay);
        const figures = {
          network,
          chainId: Number(chain_id),
          since,
          head,
          final,
          readTo,
          lagBlocks,
          addressReasons,
          lostDeposits,
        };
        return isAlive(status, now)
          ? {
              ...figures,
              state: status.state,
              stateSince: status.state_since,
              reasons: status.reasons,
              nodes,
            }
          : { ...figures, state: 'stalled', stateSince: null, reasons: [STOPPED], nodes };
      }),
  );
  const sealed = found.filter((chain) => chain !== null);
  return [...sealed, ...(await listUnsealed(reader, now))];
}

const reasonsOf = (delay: AddressDelay | null): readonly Finding[] =>
  delay === null
    ? []
    : [{ code: 'addressesLate', facts: { until: delay.readUntil.toISOString() } }, ...delay.problems];

/** Networks whose addresses were changed outside the shop: nothing is scanned there until they are restored. */
async function listUnsealed(reader: Reader, now: Date): Promise<ChainHealth[]> {
  return (await listSealFaults(reader)).map(({ network, chainId, fault }) => ({
    network,
    chainId: Number(chainId ?? 0n),
    since: now,
    state: 'stalled',
    stateSince: null,
    reasons: [fault],
    addressReasons: [],
    nodes: [],
    head: null,
    final: null,
    readTo: null,
    lagBlocks: null,
    lostDeposits: 0,
  }));
}

/**
 * The newest known block of a chain that is being followed; null where it is not. Nodes that fail for a moment leave it
 * followed: what is paid meanwhile is read later.
 */
export async function readFollowedHead(db: Db, chainId: bigint, now: Date): Promise<number | null> {
  const status = await readStatus(db, chainId);
  if (!isAlive(status, now) || status.state === 'halted') return null;
  const isBrief = now.getTime() - status.state_since.getTime() <= SILENT_AFTER_MS;
  return status.state === 'following' || isBrief ? status.head : null;
}

const isAlive = (status: ChainStatusRow | undefined, now: Date): status is ChainStatusRow =>
  status !== undefined && now.getTime() - status.checked_at.getTime() <= SILENT_AFTER_MS;

/** Every chain that the shop follows, with its state and nodes. */
export async function listChains(ctx: Ctx): Promise<Data<'listChains'>> {
  const items = (await readChainHealth(ctx, ctx.clock.now())).map(presentChain);
  return { items, next_cursor: null, total: items.length };
}

/** Heights and lag are in blocks; null before the first scan. */
export const presentChain = (chain: ChainHealth): Chain => ({
  type: chain.network,
  chain_id: chain.chainId,
  state: chain.state,
  state_since: chain.stateSince?.toISOString() ?? null,
  reasons: [...chain.reasons, ...chain.addressReasons],
  nodes: chain.nodes.map(({ node, problem, since }) => ({ name: node, problem, since: since.toISOString() })),
  head: chain.head,
  final: chain.final,
  read_to: chain.readTo,
  lag_blocks: chain.lagBlocks,
  lost_deposits: chain.lostDeposits,
});

/** Shorter delays are not reported. */
const MIN_MINUTES = 2;

type Delay = { readonly type: Network; readonly minutes: number };

/** Networks whose deposits are detected late, with the delay in whole minutes; empty when there are none. */
export async function listDepositDelays(ctx: Ctx): Promise<Data<'listDepositDelays'>> {
  const items = await findDepositDelays(ctx);
  return { items, next_cursor: null, total: items.length };
}

/**
 * The same for alarms. `scannersSince`: when this process started its scanners. A scanner that has not reported since
 * then is still starting, so its delay counts from there: downtime of the shop is not its fault.
 */
export async function findDepositDelays(ctx: Ctx, scannersSince?: Date): Promise<Delay[]> {
  const { db, clock } = ctx;
  const now = clock.now();
  const late: Delay[] = [];
  for (const { network, chainId, since, state, stateSince, lagBlocks } of await readChainHealth(ctx, now)) {
    const cursor = await readChainCursor(db, BigInt(chainId));
    // A local chain makes blocks when somebody pays. On a public one, nodes that agree on an old block stand still.
    const mayRest = isPrivateChain(network, chainId);
    if (mayRest && cursor && state === 'following' && lagBlocks === 0) continue;
    const isSilent = stateSince === null;
    const readUntil = Math.max(
      cursor ? cursor.time * 1000 : since.getTime(),
      isSilent ? (scannersSince?.getTime() ?? 0) : 0,
    );
    const usualMs = chainsOf(network).lateAfterSeconds * 1000;
    const minutes = Math.ceil((now.getTime() - readUntil - usualMs) / MINUTE_MS);
    if (minutes >= MIN_MINUTES) late.push({ type: network, minutes });
  }
  return late;
}
