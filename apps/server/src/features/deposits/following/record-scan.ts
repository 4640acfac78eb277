import {
  type Cursor,
  type Quarantined,
  type ScanOutcome,
  type ChainTransfer,
  type NodeProblem,
  chainsOf,
  readBlacklisted,
  recordOf,
  type ChainNode,
  type Watch,
} from '@portside/chain';
import type { Finding, Network } from '@portside/contract';
import { inTransaction, type Ctx } from '../../../platform/context.ts';
import { crashPoint } from '../../../platform/crash-point.ts';
import { describeFindings } from '../../../platform/describe-findings.ts';
import { recordDeposit, holdDeposit } from '../../ledger/index.ts';
import { notifyStaff } from '../../notices/index.ts';
import { creditRecorded, type DepositMatcher } from '../credit-deposits.ts';
import { moveCursor, saveNodeProblems, saveStatus, confirmDeposit } from './chains.sql.ts';
import {
  deletePendingUpTo,
  insertDeposit,
  isRecordedOtherwise,
  listPendingTransfers,
  moveDeposit,
  moveToBlock,
  replacePendingTransfers,
  type AssetId,
  type DepositRow,
  type OwnedTransfer,
} from '../deposits.sql.ts';
import { markPaid, findOwners } from '../../deposit-addresses/index.ts';
import { insertSweeps, settleSweeps } from './sweeps.sql.ts';
import { insertQuarantined } from '../quarantine.sql.ts';
import { listWatchedTreasuries } from '../../payment-methods/index.ts';
import type { Hex } from 'viem';
import type { Db } from '../../../platform/db/db.ts';
import { findUser } from '../../users/index.ts';
import { findBlockedWallet } from '../../wallets/index.ts';

type Scan = Extract<ScanOutcome, { kind: 'scanned' | 'idle' }>;
/** Stored as the reason of a deposit that is worth too little to credit. */
const DUST: Finding = { code: 'depositDust', facts: {} };
/** The same for what the shop's own wallets sent to a buyer's address. */
const OWN: Finding = { code: 'logOwn', facts: {} };

type Scanned = Extract<Scan, { kind: 'scanned' }>;

/** What decides on new deposits: which are held, and whose the others are. */
export type Rules = ScreeningInput & { readonly matcher: DepositMatcher };

/**
 * Records the outcome of a scan from the cursor `from` in one transaction: deposits with their ledger movements
 * and credits, the new cursor, and the pending transfers. False, with nothing changed, where another follower
 * has moved the cursor meanwhile.
 *
 * Recording exactly once does not depend on a single follower: the cursor is compared and set first, so a second
 * follower waits and then gives up, and a log that is already recorded is never inserted again, whichever range
 * it is read in.
 */
export async function recordScan(
  ctx: Ctx,
  asset: AssetId,
  from: Cursor,
  scan: Scan,
  rules: Rules,
): Promise<boolean> {
  const isRecorded = await inTransaction(ctx, async (step) => {
    const { db, clock } = step;
    const to = scan.kind === 'scanned' ? scan.cursor : from;
    if (!(await moveCursor(db, asset.chainId, from, to))) return false;
    crashPoint('deposit: cursor moved');
    await saveNodeProblems(db, asset.chainId, onePerNode(scan.problems), clock.now());
    await saveStatus(db, {
      chain_id: asset.chainId,
      network: asset.network,
      state: 'following',
      reasons: scan.pendingProblem ? [scan.pendingProblem] : [],
      head: scan.head,
      final: scan.final,
      checked_at: clock.now(),
    });
    if (scan.kind === 'scanned') await recordTransfers(step, asset, scan, rules);
    await updatePending(step, asset, to, scan);
    crashPoint('deposit: before commit');
    return true;
  });
  crashPoint('deposit: after commit');
  return isRecorded;
}

/**
 * Records the transfers of a range in the caller's transaction. Logs that are already recorded are skipped, so a range
 * may be read any number of times, by several readers. What leaves a buyer's own address is a sweep and no deposit.
 * Dust is recorded as rejected and never credited. A payment that was reversed, or rejected as lost, and is back on the
 * chain, and one that came again with another amount, sender or receiver, are for a person to decide. Answers how many
 * deposits were new, without dust.
 */
export async function recordTransfers(
  ctx: Ctx,
  asset: AssetId,
  scan: Pick<Scanned, 'transfers' | 'quarantined'>,
  { matcher, ...screening }: Rules,
): Promise<number> {
  const [recorded, found, held]: [DepositRow[], DepositRow[], Set<bigint>] = [[], [], new Set()];
  const now = ctx.clock.now();
  const { received, swept, refused, sentByShop } = await sortTransfers(ctx, asset, scan.transfers);
  const quarantined = [...scan.quarantined, ...refused];
  await insertSweeps(ctx.db, asset, swept, now);
  for (const transfer of sentByShop) await recordUncredited(ctx, asset, transfer, OWN);
  for (const transfer of received) {
    const deposit = await insertDeposit(ctx.db, asset, transfer, now);
    if (!deposit) {
      if (await isRecordedOtherwise(ctx.db, asset.chainId, transfer))
        quarantined.push(quarantinedOf(transfer, 'logRecordedOtherwise'));
      await moveToBlock(ctx.db, asset.chainId, transfer);
      const confirmed = await confirmDeposit(ctx.db, asset.chainId, transfer);
      if (confirmed?.state === 'rejected') quarantined.push(quarantinedOf(transfer, 'logRecordedOtherwise'));
      else if (confirmed) found.push(confirmed);
      continue;
    }
    const { id, network, amount_micro: amountMicro } = deposit;
    if (amountMicro === 0n) {
      await moveDeposit(ctx.db, id, { from: 'final', to: 'rejected', by: 'matcher', heldReason: DUST });
      continue;
    }
    recorded.push(deposit);
    await recordDeposit(ctx, { depositId: id, network, amountMicro });
    crashPoint('deposit: recorded');
    const heldReason = await screenDeposit(ctx.db, deposit, screening);
    if (heldReason === null) continue;
    held.add(id);
    await holdForReview(ctx, deposit, heldReason);
  }
  const touched = [...swept.map(({ from }) => from), ...[...received, ...sentByShop].map(({ to }) => to)];
  await settleSweeps(ctx.db, asset.chainId, [...new Set(touched)]);
  await quarantine(ctx, asset, quarantined, now);
  const paid = recorded.filter(({ owner_id }) => owner_id !== null);
  await markPaid(ctx, asset.chainId, [...new Set(paid.map(({ to_address }) => to_address))]);
  const toCredit = recorded.filter(({ id }) => !held.has(id));
  const small = found.filter(({ state }) => state === 'small');
  await creditRecorded(ctx, toCredit, small, matcher);
  return recorded.length;
}

/** Records money that is on an own address but is credited to nobody. */
async function recordUncredited(
  ctx: Ctx,
  asset: AssetId,
  transfer: OwnedTransfer,
  heldReason: Finding,
): Promise<void> {
  const deposit = await insertDeposit(ctx.db, asset, { ...transfer, amountMicro: 0n }, ctx.clock.now());
  if (!deposit) return moveToBlock(ctx.db, asset.chainId, transfer);
  await moveDeposit(ctx.db, deposit.id, { from: 'final', to: 'rejected', by: 'matcher', heldReason });
}

async function quarantine(
  { db, log }: Ctx,
  asset: AssetId,
  quarantined: readonly Quarantined[],
  now: Date,
): Promise<void> {
  await insertQuarantined(db, asset, quarantined, now);
  for (const { reason, ...place } of quarantined) {
    const broken = describeFindings('en', [reason]);
    log.warn({ log: place, reason: broken, network: asset.network }, 'log quarantined');
  }
}

/** Saves the pending transfers. Where they could not be read, the former ones stay, except those that are final now. */
async function updatePending(ctx: Ctx, asset: AssetId, to: Cursor, scan: Scan): Promise<void> {
  const { chainId } = asset;
  if (scan.pendingProblem === null) {
    const { received } = await sortTransfers(ctx, asset, scan.pending);
    await replacePendingTransfers(ctx.db, chainId, received);
  } else await deletePendingUpTo(ctx.db, chainId, to.number);
  const transfers = await listPendingTransfers(ctx.db, chainId);
  await ctx.events.announce(ctx, 'transfersSeen', { asset, transfers });
}

type Sorted = {
  /** To a wallet of the shop, or to a buyer's own address, with its owner. */
  readonly received: OwnedTransfer[];
  /** From a buyer's own address, whose code pays to the treasury only. */
  readonly swept: ChainTransfer[];
  /** From a wallet of the shop, or to an address that is recorded but not the shop's. */
  readonly refused: Quarantined[];
  /** From a wallet of the shop to a buyer's own address: no payment, but the money is there. */
  readonly sentByShop: OwnedTransfer[];
};

/**
 * Tells payments to own addresses, payments to wallets and sweeps apart. Wallets count by their seal and addresses by
 * the shop's key, so nobody can slip in an address by writing to the database. What a wallet of the shop sends is
 * never a payment.
 */
async function sortTransfers(ctx: Ctx, asset: AssetId, transfers: readonly ChainTransfer[]): Promise<Sorted> {
  const sorted: Sorted = { received: [], swept: [], refused: [], sentByShop: [] };
  if (transfers.length === 0) return sorted;
  const addresses = new Set(transfers.flatMap(({ from, to }) => [from, to]));
  const owners = await findOwners(ctx, asset, [...addresses]);
  const watched = await listWatchedTreasuries(ctx, asset.network, ctx.clock.now());
  if (!watched) throw new Error(`${asset.network} has no wallets that count`);
  for (const transfer of transfers) {
    const { from, to } = transfer;
    const ownerId = owners.get(to) ?? null;
    if (owners.has(from)) sorted.swept.push(transfer);
    else if (watched.treasuries.includes(from)) {
      sorted.refused.push(quarantinedOf(transfer, 'logOwn'));
      if (ownerId !== null) sorted.sentByShop.push({ ...transfer, ownerId });
    } else if (ownerId !== null || watched.treasuries.includes(to))
      sorted.received.push({ ...transfer, ownerId });
    else sorted.refused.push(quarantinedOf(transfer, 'logAddress'));
  }
  return sorted;
}

/** A transfer that is quarantined for a reason without facts. */
const quarantinedOf = (
  { txHash, ordinal, blockNumber }: ChainTransfer,
  code: 'logOwn' | 'logAddress' | 'logRecordedOtherwise',
): Quarantined => ({ txHash, ordinal, blockNumber, reason: { code, facts: {} } });

/** The last problem of each node. */
export const onePerNode = (problems: readonly NodeProblem[] = []): NodeProblem[] => [
  ...new Map(problems.map((one) => [one.name, one])).values(),
];

/** Senders on the USDT contract's own blacklist. */
export type Blacklist = ReadonlySet<Hex>;

/** What deposits are screened against, beside the shop's own block lists. */
type ScreeningInput = {
  readonly blacklist: Blacklist;
  /** Since when each wallet belongs to the shop; absent where only newer blocks are read. */
  readonly since?: ReadonlyMap<Hex, Date>;
};

/** Why a deposit must be held until two people decide on it, null where it is clear. */
async function screenDeposit(
  db: Db,
  { network, from_address: sender, to_address: wallet, block_time: paidAt, owner_id: ownerId }: DepositRow,
  { blacklist, since }: ScreeningInput,
): Promise<Finding | null> {
  const ownedSince = since?.get(wallet);
  // Block times are whole seconds.
  if (ownedSince && paidAt.getTime() + 1_000 <= ownedSince.getTime())
    return { code: 'depositBeforeOwned', facts: {} };
  if (ownerId !== null && (await findUser(db, ownerId))?.status === 'closed')
    return { code: 'ownerClosed', facts: {} };
  const blocked = await findBlockedWallet(db, network, sender);
  const code = blocked?.list === 'own' ? 'senderBlocked' : 'senderSanctioned';
  if (blocked) return { code, facts: { note: blocked.note } };
  return blacklist.has(sender) ? { code: 'senderBlacklisted', facts: {} } : null;
}

/** The parameters of a scan that come from the network's record. */
export function scanParametersOf(network: Network): Pick<Watch, 'decimals' | 'maxRange'> {
  return { decimals: recordOf(network).token.decimals, maxRange: chainsOf(network).maxRange };
}

type Asset = { readonly network: Network; readonly token: Hex };

type Asked = { readonly nodes: readonly ChainNode[]; readonly quorum: number };

/** Which senders are on the token's own blacklist; null where too few nodes tell the same. */
export const readBlacklistOf = (
  { network, token }: Asset,
  { nodes, quorum }: Asked,
  senders: readonly Hex[],
): Promise<ReadonlySet<Hex> | null> =>
  readBlacklisted(nodes, { token, blacklist: chainsOf(network).blacklist, quorum }, senders);

/** Holds a deposit that is being recorded until two people decide on it. Announces `depositHeld`. */
async function holdForReview(ctx: Ctx, deposit: DepositRow, heldReason: Finding): Promise<void> {
  const { id, network, amount_micro: amountMicro } = deposit;
  const isMoved = await moveDeposit(ctx.db, id, { from: 'final', to: 'held', by: 'matcher', heldReason });
  if (!isMoved) throw new Error(`deposit ${id} is not waiting to be matched`);
  await holdDeposit(ctx, { depositId: id, amountMicro });
  const reason = describeFindings('en', [heldReason]);
  ctx.log.warn({ deposit: id, network, reason }, 'deposit held');
  await ctx.events.announce(ctx, 'depositHeld', { deposit });
  await notifyStaff(ctx, { event: 'depositHeld', reference: id });
}
