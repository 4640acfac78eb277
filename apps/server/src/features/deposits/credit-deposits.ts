import type { Ctx } from '../../platform/context.ts';
import { crashPoint } from '../../platform/crash-point.ts';
import { chainsOf } from '@portside/chain';
import { creditDeposit, lockBalances, publishBalance, releaseDeposit } from '../ledger/index.ts';
import { moveDeposit, type DepositRow } from './deposits.sql.ts';
import { findDepositClaim, type DepositClaimRow } from './deposit-claims/deposit-claims.sql.ts';
import { lockSmallDeposits, sumSmallDeposits } from './small-deposits.sql.ts';

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

/** Who credited deposits, and to which top-up. */
export type Credit =
  | ({ readonly by: 'matcher' } & Pick<Match, 'rechargeId' | 'accepts'>)
  /** By a signed claim; to no top-up. */
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
  let balanceMicro = 0n;
  for (const { id, state, amount_micro: amountMicro } of deposits) {
    const isMoved = await moveDeposit(ctx.db, id, { from: state, to: 'credited', by: credit.by }, userId);
    if (!isMoved) throw new Error(`deposit ${id} is no longer ${state}`);
    crashPoint('deposit: assigned');
    const post = state === 'held' ? releaseDeposit : creditDeposit;
    ({ balanceMicro } = await post(ctx, { depositId: id, userId, amountMicro }));
  }
  await ctx.events.announce(ctx, 'depositsCredited', { deposits, userId, credit });
  publishBalance(ctx, userId, balanceMicro);
}

/**
 * Credits deposits of one chain that are being recorded to the top-ups they pay, in time or late; the others become
 * unmatched, for a claim or an admin. At a buyer's own address the deposit is theirs, and nobody else's top-up is
 * looked at. `confirmed` waited below the minimum, were in doubt, and were just read again: they may be enough now.
 */
export async function creditRecorded(
  ctx: Ctx,
  recorded: readonly DepositRow[],
  confirmed: readonly DepositRow[],
  matcher: DepositMatcher,
): Promise<void> {
  if (recorded.length + confirmed.length === 0) return;
  const toWallets = recorded.filter(({ owner_id }) => owner_id === null);
  const toOwners = [...recorded, ...confirmed].filter(({ owner_id }) => owner_id !== null);
  const matched = await matcher.matchToWallets(ctx, toWallets);
  // All balances at once and by id, as orders do: in the chain's order the two could deadlock.
  await lockBalances(ctx.db, [
    ...matched.map(({ userId }) => userId),
    ...toOwners.map(({ owner_id }) => owner_id!),
  ]);
  const enough: DepositRow[] = [];
  for (const found of Map.groupBy(toOwners, ({ owner_id }) => owner_id!).values())
    enough.push(...(await keepSmall(ctx, found)));
  for (const { deposits, userId, ...found } of [...(await matcher.matchToOwners(ctx, enough)), ...matched]) {
    await creditDeposits(ctx, deposits, userId, { by: 'matcher', ...found });
    if (deposits[0]!.owner_id === null) crashPoint('deposit: credited');
    else crashPoint('own deposit: credited');
  }
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
