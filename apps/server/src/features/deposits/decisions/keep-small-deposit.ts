import type { Ctx } from '../../../platform/context.ts';
import { moveDeposit, type DepositRow } from '../deposits.sql.ts';

/**
 * Leaves a deposit that is being recorded until what its owner has sent is enough together. For listeners of
 * `depositsRecorded`, in its transaction; throws where the deposit has moved on.
 */
export async function keepSmallDeposit({ db }: Ctx, { id }: DepositRow): Promise<void> {
  if (!(await moveDeposit(db, id, { from: 'final', to: 'small', by: 'matcher' })))
    throw new Error(`deposit ${id} is not waiting to be matched`);
}
