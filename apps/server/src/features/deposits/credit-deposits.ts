import type { Ctx } from '../../platform/context.ts';
import { crashPoint } from '../../platform/crash-point.ts';
import { describeFindings } from '../../platform/describe-findings.ts';
import { chainsOf } from '@portside/chain';
import { formatMicro, LANGUAGES, type Network } from '@portside/contract';
import type { NoticeWay } from '@portside/contract/notices/notices';
import {
  findBonuses,
  recordCredit,
  lockBalances,
  publishBalance,
  readAvailableMicro,
  recordCreditOfHeld,
} from '../ledger/index.ts';
import { notify, notifyStaff, type Told } from '../notices/index.ts';
import { loadSettings } from '../settings/index.ts';
import { findClosed } from '../users/index.ts';
import { findDeposit, moveDeposit, type DepositRow, type PendingTransferRow } from './deposits.sql.ts';
import { findDepositClaim, type DepositClaimRow } from './deposit-claims/deposit-claims.sql.ts';
import type { Db } from '../../platform/db/db.ts';

/** Deposits that one top-up takes together. */
export type Match = {
  readonly deposits: readonly DepositRow[];
  readonly userId: bigint;
  readonly rechargeId: bigint;
  /** Whether the top-up is successful with these, even if something is missing. */
  readonly accepts: boolean;
};

/** Finds the top-ups that deposits of one chain pay, and locks them; supplied by a higher feature, which knows top-ups. */
export type DepositMatcher = {
  /** Of deposits to wallets of the shop. Those that pay no top-up for certain are left out. */
  matchToWallets(ctx: Ctx, deposits: readonly DepositRow[]): Promise<Match[]>;
  /** Of deposits to buyers' own addresses: all of them. Opens top-ups for those that answer none. */
  matchToOwners(ctx: Ctx, deposits: readonly DepositRow[]): Promise<Match[]>;
};

/** Null for one that was reversed meanwhile. */
export async function readCredited(ctx: Ctx, depositId: bigint): Promise<Told | null> {
  const deposit = await findDeposit(ctx.db, depositId);
  if (!deposit?.user_id || deposit.state !== 'credited') return null;
  const bonusMicro = (await findBonuses(ctx.db, [depositId])).get(depositId);
  const facts = {
    amount: formatMicro(deposit.amount_micro),
    ...(bonusMicro !== undefined && { bonus: formatMicro(bonusMicro) }),
  };
  return { userId: deposit.user_id, event: 'topUpCredited', facts, path: '/client/amount-recharge' };
}

/** What tells staff of a deposit that nobody was credited with; null once that is settled. */
export async function readUnmatched(ctx: Ctx, depositId: bigint, way: NoticeWay): Promise<Told | null> {
  const deposit = await findDeposit(ctx.db, depositId);
  if (!deposit || (way !== 'page' && deposit.state !== 'unmatched')) return null;
  return {
    event: 'depositUnmatched',
    facts: { amount: formatMicro(deposit.amount_micro), network: deposit.network },
    path: '/admin/recharge?tab=deposits&state=unmatched',
  };
}

/** The same of one that is held. */
export async function readHeld(ctx: Ctx, depositId: bigint, way: NoticeWay): Promise<Told | null> {
  const deposit = await findDeposit(ctx.db, depositId);
  if (!deposit || (way !== 'page' && deposit.state !== 'held')) return null;
  const { amount_micro: amountMicro, network, held_reason: reason } = deposit;
  const worded = LANGUAGES.map((language) => [
    language,
    reason === null ? '' : describeFindings(language, [reason]),
  ]);
  return {
    event: 'depositHeld',
    facts: { amount: formatMicro(amountMicro), network, why: Object.fromEntries(worded) },
    path: '/admin/recharge?tab=deposits&state=held',
  };
}

/** Who credited deposits, and to which top-up. */
export type Credit =
  | ({ readonly by: 'matcher' } & Pick<Match, 'rechargeId' | 'accepts'>)
  /** By a signed claim; to the top-up that it nearly answers, if there is one. */
  | { readonly by: 'buyer' }
  /** `orderId`: the top-up that they named, if any. */
  | { readonly by: 'admins'; readonly orderId: string | null };

/**
 * Credits deposits in full to a user, each exactly once: throws if one has moved on. Announces `depositsCredited`. Call
 * it in a transaction.
 */
export async function creditDeposits(
  ctx: Ctx,
  deposits: readonly DepositRow[],
  userId: bigint,
  credit: Credit,
): Promise<void> {
  await postCredits(ctx, deposits, userId, credit);
  await tellCredited(ctx, userId, deposits);
}

async function postCredits(
  ctx: Ctx,
  deposits: readonly DepositRow[],
  userId: bigint,
  credit: Credit,
): Promise<void> {
  for (const { id, state, amount_micro: amountMicro } of deposits) {
    const isMoved = await moveDeposit(ctx.db, id, { from: state, to: 'credited', by: credit.by }, userId);
    if (!isMoved) throw new Error(`deposit ${id} is no longer ${state}`);
    crashPoint('deposit: assigned');
    const post = state === 'held' ? recordCreditOfHeld : recordCredit;
    await post(ctx, { depositId: id, userId, amountMicro });
  }
  await ctx.events.announce(ctx, 'depositsCredited', { deposits, userId, credit });
}

async function tellCredited(ctx: Ctx, userId: bigint, deposits: readonly DepositRow[]): Promise<void> {
  const reference = deposits.map(({ id }) => id);
  await notify(ctx, { userId, event: 'topUpCredited', reference }, { bulk: deposits.length > 1 });
  // With what listeners have added.
  publishBalance(ctx, userId, await readAvailableMicro(ctx.db, userId));
}

/**
 * Credits deposits of one chain that are being recorded to the top-ups they pay, in time or late; the others become
 * unmatched, for a claim or an admin. At a buyer's own address the deposit is theirs, and nobody else's top-up is
 * looked at. `confirmed` waited below the minimum, were in doubt, and were just read again: they may be enough now, and
 * go on waiting where their owner's profile was closed since. Throws where another one is closed at this moment: read
 * again, its deposits are held.
 */
export async function creditRecorded(
  ctx: Ctx,
  recorded: readonly DepositRow[],
  confirmed: readonly DepositRow[],
  matcher: DepositMatcher,
): Promise<void> {
  if (recorded.length + confirmed.length === 0) return;
  const toWallets = recorded.filter(({ owner_id }) => owner_id === null);
  const ofOwners = [...recorded, ...confirmed].filter(({ owner_id }) => owner_id !== null);
  const matched = await matcher.matchToWallets(ctx, toWallets);
  const usersOf = (owned: readonly DepositRow[]): bigint[] => [
    ...matched.map(({ userId }) => userId),
    ...owned.map(({ owner_id }) => owner_id!),
  ];
  // All balances at once and by id, as orders do: in the chain's order the two could deadlock.
  await lockBalances(ctx.db, usersOf(ofOwners));
  const closed = await findClosed(ctx.db, usersOf(ofOwners));
  const toOwners = ofOwners.filter(({ state, owner_id }) => state !== 'small' || !closed.has(owner_id!));
  if (usersOf(toOwners).some((id) => closed.has(id)))
    throw new Error('a profile was closed while it was credited');
  const enough: DepositRow[] = [];
  for (const found of Map.groupBy(toOwners, ({ owner_id }) => owner_id!).values())
    enough.push(...(await keepSmall(ctx, found)));
  const matches = [...(await matcher.matchToOwners(ctx, enough)), ...matched];
  for (const { deposits, userId, ...found } of matches) {
    await postCredits(ctx, deposits, userId, { by: 'matcher', ...found });
    if (deposits[0]!.owner_id === null) crashPoint('deposit: credited');
    else crashPoint('own deposit: credited');
  }
  // However many top-ups of a user it is about.
  for (const [userId, own] of Map.groupBy(matches, (match) => match.userId))
    await tellCredited(
      ctx,
      userId,
      own.flatMap(({ deposits }) => deposits),
    );
  const paid = new Set(matched.flatMap(({ deposits }) => deposits.map(({ id }) => id)));
  for (const deposit of toWallets.filter(({ id }) => !paid.has(id))) await leaveUnmatched(ctx, deposit);
}

/**
 * Below the network's minimum, deposits at a buyer's own address wait until all that waits is enough together. Answers
 * what is to be credited now, with those that waited; none if it is not enough.
 */
async function keepSmall(ctx: Ctx, found: readonly DepositRow[]): Promise<DepositRow[]> {
  const { owner_id, chain_id: chainId, network } = found[0]!;
  const ownerId = owner_id!;
  const came = found.filter(({ state }) => state === 'final');
  const [small] = await sumSmallDeposits(ctx.db, ownerId, chainId);
  const waiting = BigInt(small?.sum ?? 0);
  const sum = came.reduce((total, { amount_micro }) => total + amount_micro, waiting);
  const isEnough = sum >= chainsOf(network).leastDepositMicro;
  if (!isEnough || waiting > 0n)
    ctx.live.publish({ to: ownerId, name: 'smallPayment', data: { type: network } });
  if (isEnough) return [...(await lockSmallDeposits(ctx.db, ownerId, chainId)), ...came];
  for (const { id } of came) await moveNew(ctx, id, 'small');
  return [];
}

/** Leaves a deposit for a claim or an admin, unless it was claimed before it was recorded. */
async function leaveUnmatched(ctx: Ctx, deposit: DepositRow): Promise<void> {
  await moveNew(ctx, deposit.id, 'unmatched');
  const claim = await findDepositClaim(ctx.db, deposit);
  if (claim) await creditClaim(ctx, claim, { ...deposit, state: 'unmatched' });
  else {
    await ctx.events.announce(ctx, 'depositUnmatched', { deposit });
    const { depositDisplayMinimumMicro } = await loadSettings(ctx.db);
    if (deposit.amount_micro >= depositDisplayMinimumMicro)
      await notifyStaff(ctx, { event: 'depositUnmatched', reference: deposit.id });
  }
}

async function moveNew({ db }: Ctx, id: bigint, to: 'small' | 'unmatched'): Promise<void> {
  if (!(await moveDeposit(db, id, { from: 'final', to, by: 'matcher' })))
    throw new Error(`deposit ${id} is no longer new`);
}

/** Credits an unmatched deposit to its claimant. Throws if it has moved on, so it happens once. */
export async function creditClaim(ctx: Ctx, claim: DepositClaimRow, deposit: DepositRow): Promise<void> {
  await creditDeposits(ctx, [deposit], claim.user_id, { by: 'buyer' });
  ctx.log.info(
    { deposit: deposit.id, user: claim.user_id, claim: claim.id },
    'deposit credited by a signed claim',
  );
}

/** What one step credits at most: anybody can send any number of tiny payments. */
const MOST = 200;

/** A buyer's largest deposits of a chain that wait below the minimum, locked, in the order of recording. */
async function lockSmallDeposits(db: Db, ownerId: bigint, chainId: bigint): Promise<DepositRow[]> {
  const rows = await db
    .selectFrom('deposits')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('chain_id', '=', chainId)
    .where('state', '=', 'small')
    .where('is_confirmed', '=', true)
    .orderBy('amount_micro', 'desc')
    .limit(MOST)
    .forNoKeyUpdate()
    .execute();
  return rows.toSorted((a, b) => Number(a.id - b.id));
}

type SmallSum = { readonly network: Network; readonly chain_id: bigint; readonly sum: string };

/** The sum of a buyer's deposits that wait below the minimum, in micro-USDT by chain; of one chain if it is given. */
export const sumSmallDeposits = (db: Db, ownerId: bigint, chainId?: bigint): Promise<SmallSum[]> =>
  db
    .selectFrom('deposits')
    .select((of) => ['network', 'chain_id', of.fn.sum<string>('amount_micro').as('sum')])
    .where('owner_id', '=', ownerId)
    .where('state', '=', 'small')
    .where('is_confirmed', '=', true)
    .$if(chainId !== undefined, (of) => of.where('chain_id', '=', chainId!))
    .groupBy(['network', 'chain_id'])
    .execute();

export type SmallTransfer = Pick<
  PendingTransferRow,
  'chain_id' | 'tx_hash' | 'ordinal' | 'amount_micro' | 'block_time'
>;

/** The newest of a buyer's deposits of a chain that wait below the minimum. */
export const listSmallDeposits = (
  db: Db,
  ownerId: bigint,
  chainId: bigint,
  limit: number,
): Promise<SmallTransfer[]> =>
  db
    .selectFrom('deposits')
    .select(['chain_id', 'tx_hash', 'ordinal', 'amount_micro', 'block_time'])
    .where('owner_id', '=', ownerId)
    .where('chain_id', '=', chainId)
    .where('state', '=', 'small')
    .where('is_confirmed', '=', true)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

/** The newest transfers to a buyer's own addresses that are not final yet. */
export const listOwnPending = (
  db: Db,
  ownerId: bigint,
  limit: number,
): Promise<(SmallTransfer & { readonly network: Network })[]> =>
  db
    .selectFrom('pending_transfers')
    .innerJoin('chain_statuses', 'chain_statuses.chain_id', 'pending_transfers.chain_id')
    .select(['network', 'pending_transfers.chain_id', 'tx_hash', 'ordinal', 'amount_micro', 'block_time'])
    .where('owner_id', '=', ownerId)
    .where('amount_micro', '>', 0n)
    .orderBy('block_time', 'desc')
    .limit(limit)
    .execute();
