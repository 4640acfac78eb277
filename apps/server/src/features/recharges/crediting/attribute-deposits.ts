import { formatBalance } from '@portside/contract';
import type { Ctx } from '../../../platform/context.ts';
import { crashPoint } from '../../../platform/crash-point.ts';
import { assignDeposit, type DepositRow } from '../../deposits/index.ts';
import { lockBalances } from '../../ledger/index.ts';
import { findOwner } from './find-owner.ts';
import { publishRecharges } from '../publish-recharges.ts';
import { canMoveRecharge } from '../recharge-states.ts';
import { creditRecharge, lockCandidates, paymentOf, type RechargeRow } from '../recharges.sql.ts';

/**
 * Credits deposits of one chain to the buyers whose they certainly are, early or late, what arrived and not what
 * was asked for; a failed top-up becomes successful. Everything else stays unmatched, for a claim or an admin.
 * Runs in the transaction that records the deposits, which happens once for each log.
 */
export async function attributeDeposits(ctx: Ctx, deposits: readonly DepositRow[]): Promise<void> {
  const [first] = deposits;
  if (!first) return;
  const candidates = await lockCandidates(ctx.db, first.chain_id, deposits);
  const recharges = new Map(candidates.map((recharge) => [recharge.id, recharge]));
  const owned = deposits.flatMap((deposit) => {
    const owner = findOwner(deposit, candidates);
    return owner && canMoveRecharge(owner.state, 'credited', 'matcher') ? [{ deposit, owner }] : [];
  });
  // All at once and by id, as orders do: in the chain's order the two would wait for each other.
  await lockBalances(
    ctx.db,
    owned.map(({ owner }) => owner.user_id),
  );
  for (const { deposit, owner } of owned) {
    recharges.set(owner.id, await credit(ctx, deposit, recharges.get(owner.id)!));
  }
}

async function credit(ctx: Ctx, deposit: DepositRow, recharge: RechargeRow): Promise<RechargeRow> {
  const { balanceMicro } = await assignDeposit(ctx, deposit, recharge.user_id);
  // A second payment adds to the sum; the first stays the one that is shown.
  const payment = recharge.state === 'credited' ? {} : paymentOf(deposit);
  const credited = await creditRecharge(ctx.db, recharge.id, deposit, payment);
  crashPoint('deposit: credited');
  await publishRecharges(ctx, [credited]);
  const balance = formatBalance(balanceMicro);
  ctx.live.publish({ to: recharge.user_id, name: 'balance', data: { balance } });
  return credited;
}
