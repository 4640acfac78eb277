import { chainsOf } from '@portside/chain';
import type { Ctx } from '../../../platform/context.ts';
import type { DepositMatcher, DepositRow, Match } from '../../deposits/index.ts';
import { assetOf, openOwnRecharge } from '../open-recharge.ts';
import { lockPayable, lockPayableAt } from '../recharge-macs.ts';
import { canMoveRecharge } from '../recharge-states.ts';
import { findPaidRecharge, pickOwnRecharge } from './match-payment.ts';

/** Below it, payments that answer no top-up share one: anybody can send a buyer hundreds of them. */
const TINY_MICRO = 10_000n;

/** A top-up that was changed outside the shop is matched by nothing: people decide on its payments. */
export const depositMatcher: DepositMatcher = {
  async matchToWallets(ctx, deposits) {
    const [first] = deposits;
    const candidates = first ? await lockPayable(ctx, first.chain_id, deposits) : [];
    return deposits.flatMap((deposit) => {
      const paid = findPaidRecharge(deposit, candidates);
      if (!paid || !canMoveRecharge(paid.state, 'credited', 'matcher')) return [];
      return { deposits: [deposit], userId: paid.user_id, rechargeId: paid.id, accepts: false };
    });
  },

  /** To the open top-up that a deposit answers, which is done with that, or a new one; one for all that are tiny. */
  async matchToOwners(ctx, deposits) {
    const [first] = deposits;
    if (!first) return [];
    const minimumMicro = chainsOf(first.network).leastDepositMicro;
    const left = new Set(await lockPayableAt(ctx, first.chain_id, deposits));
    const matches: Match[] = [];
    const tiny: DepositRow[] = [];
    for (const deposit of deposits) {
      const answered = pickOwnRecharge(deposit, [...left], minimumMicro);
      if (answered) left.delete(answered);
      if (!answered && deposit.amount_micro < TINY_MICRO) tiny.push(deposit);
      else matches.push(await matchOwn(ctx, [deposit], answered?.id));
    }
    for (const together of Map.groupBy(tiny, ({ to_address }) => to_address).values())
      matches.push(await matchOwn(ctx, together));
    return matches;
  },
};

async function matchOwn(ctx: Ctx, deposits: readonly DepositRow[], answered?: bigint): Promise<Match> {
  const [first] = deposits as [DepositRow];
  const userId = first.owner_id!;
  const amount_micro = deposits.reduce((sum, deposit) => sum + deposit.amount_micro, 0n);
  const rechargeId =
    answered ?? (await openOwnRecharge(ctx, assetOf(first), { ...first, amount_micro }, userId)).id;
  return { deposits, userId, rechargeId, accepts: true };
}
