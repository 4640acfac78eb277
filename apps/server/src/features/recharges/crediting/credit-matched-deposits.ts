import { formatBalance } from '@portside/contract';
import type { Ctx } from '../../../platform/context.ts';
import { crashPoint } from '../../../platform/crash-point.ts';
import { creditMatchedDeposit, type DepositRow } from '../../deposits/index.ts';
import { lockBalances } from '../../ledger/index.ts';
import { findPaidRecharge } from './find-paid-recharge.ts';
import { publishRecharges } from '../publish-recharges.ts';
import { canMoveRecharge } from '../recharge-states.ts';
import { lockPayable, lockPayableAt } from '../recharge-macs.ts';
import type { RechargeRow } from '../recharges.sql.ts';
import { creditOwnDeposits } from './credit-own-deposits.ts';
import { creditRecharge } from './credit-recharge.ts';

/**
 * Credits deposits of one chain to the top-ups that they pay, in time or late, with the amount that arrived. Where one
 * arrived decides first: at a buyer's own address it is theirs, and no amount of anybody else is looked at. A top-up,
 * failed ones too, becomes successful when all that was asked for has come. The other deposits become unmatched, for a
 * claim or an admin, and so do those of a top-up that was changed outside the shop. Runs in the transaction that
 * records the deposits, which happens once for each log.
 */
export async function creditMatchedDeposits(ctx: Ctx, deposits: readonly DepositRow[]): Promise<void> {
  const [first] = deposits;
  if (!first) return;
  const own = deposits.filter(({ owner_id }) => owner_id !== null);
  const toWallets = deposits.filter(({ owner_id }) => owner_id === null);
  const candidates = await lockPayable(ctx, first.chain_id, toWallets);
  const open = await lockPayableAt(ctx, first.chain_id, own);
  const matched = toWallets.flatMap((deposit) => {
    const recharge = findPaidRecharge(deposit, candidates);
    return recharge && canMoveRecharge(recharge.state, 'credited', 'matcher') ? [{ deposit, recharge }] : [];
  });
  // All balances at once and by id, as orders do: in the chain's order the two could deadlock.
  await lockBalances(ctx.db, [
    ...matched.map(({ recharge }) => recharge.user_id),
    ...own.map(({ owner_id }) => owner_id!),
  ]);
  await creditOwnDeposits(ctx, own, open);
  for (const { deposit, recharge } of matched) await credit(ctx, deposit, recharge);
}

async function credit(ctx: Ctx, deposit: DepositRow, recharge: RechargeRow): Promise<void> {
  const { balanceMicro } = await creditMatchedDeposit(ctx, deposit, recharge.user_id);
  const credited = await creditRecharge(ctx, recharge.id, deposit);
  crashPoint('deposit: credited');
  publishRecharges(ctx, [credited]);
  const balance = formatBalance(balanceMicro);
  ctx.live.publish({ to: recharge.user_id, name: 'balance', data: { balance } });
}
