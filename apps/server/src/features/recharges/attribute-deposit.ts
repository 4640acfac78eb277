import { formatBalance } from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import { crashPoint } from '../../platform/crash-point.ts';
import { assignDeposit, type DepositRow } from '../deposits/index.ts';
import { findOwner } from './find-owner.ts';
import { publishRecharges } from './publish-recharges.ts';
import { canMoveRecharge } from './recharge-states.ts';
import { creditRecharge, lockCandidates, paymentOf } from './recharges.sql.ts';

/**
 * Credits a deposit to the buyer whose it certainly is, early or late, what arrived and not what was asked
 * for; a failed top-up becomes successful. Everything else stays unmatched, for a claim or an admin.
 * Runs in the transaction that records the deposit, which happens once for each log.
 */
export async function attributeDeposit(ctx: Ctx, deposit: DepositRow): Promise<void> {
  const candidates = await lockCandidates(ctx.db, deposit.chain_id, [deposit]);
  const recharge = findOwner(deposit, candidates);
  if (!recharge || !canMoveRecharge(recharge.state, 'credited', 'matcher')) return;

  const { balanceMicro } = await assignDeposit(ctx, deposit, recharge.user_id);
  // A second payment adds to the sum; the first stays the one that is shown.
  const payment = recharge.state === 'credited' ? {} : paymentOf(deposit);
  const credited = await creditRecharge(ctx.db, recharge.id, deposit, payment);
  crashPoint('deposit: credited');
  await publishRecharges(ctx, [credited]);
  const balance = formatBalance(balanceMicro);
  ctx.live.publish({ to: recharge.user_id, name: 'balance', data: { balance } });
}
