import type { Ctx } from '../../../platform/context.ts';
import { crashPoint } from '../../../platform/crash-point.ts';
import { creditDeposit } from '../../ledger/index.ts';
import { announceCredited } from '../announce-credited.ts';
import { moveDeposit, type DepositRow } from '../deposits.sql.ts';

/**
 * Credits a deposit that is being recorded, or that was too small by itself, in full to the user whose top-up it pays.
 * For listeners of `depositsRecorded`, in its transaction. Announces `depositCredited`; throws where the deposit has
 * moved on.
 */
export async function creditMatchedDeposit(
  ctx: Ctx,
  deposit: DepositRow,
  userId: bigint,
): Promise<{ balanceMicro: bigint }> {
  const { id, amount_micro: amountMicro } = deposit;
  const moved = await moveDeposit(ctx.db, id, { from: deposit.state, to: 'credited', by: 'matcher' }, userId);
  if (!moved) throw new Error(`deposit ${id} is not waiting to be matched`);
  crashPoint('deposit: assigned');
  const credited = await creditDeposit(ctx, { depositId: id, userId, amountMicro });
  await announceCredited(ctx, deposit, userId);
  return credited;
}
