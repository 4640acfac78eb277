import type { Ctx } from '../../../platform/context.ts';
import { crashPoint } from '../../../platform/crash-point.ts';
import { creditDeposit } from '../../ledger/index.ts';
import { moveDeposit, type DepositRow } from '../deposits.sql.ts';

/**
 * Credits a deposit that is just being recorded to the user whose it certainly is: what arrived, to the
 * last micro-USDT. For listeners of `depositsRecorded`, in its transaction.
 */
export async function assignDeposit(
  ctx: Ctx,
  deposit: DepositRow,
  userId: bigint,
): Promise<{ balanceMicro: bigint }> {
  const { id, amount_micro: amountMicro } = deposit;
  const moved = await moveDeposit(ctx.db, id, { from: 'final', to: 'credited', by: 'matcher' }, userId);
  if (!moved) throw new Error(`deposit ${id} is not waiting to be attributed`);
  crashPoint('deposit: assigned');
  return creditDeposit(ctx, { depositId: id, userId, amountMicro });
}
