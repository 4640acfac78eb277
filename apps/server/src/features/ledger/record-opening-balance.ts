import type { Ctx } from '../../platform/context.ts';
import { availableAccountOf, OPENINGS } from './accounts.ts';
import { addToBalance, insertMovement } from './ledger.sql.ts';

type Opening = {
  readonly userId: bigint;
  /** Zero moves nothing. */
  readonly amountMicro: bigint;
};

/** What a user had in a former shop; once per user, whose id is the reference. Throws where they have got it before. */
export async function recordOpeningBalance(
  { db, clock }: Ctx,
  { userId, amountMicro }: Opening,
): Promise<void> {
  if (amountMicro === 0n) return;
  await insertMovement(db, {
    kind: 'openingBalance',
    reference: userId,
    debit_account: OPENINGS,
    credit_account: availableAccountOf(userId),
    amount_micro: amountMicro,
    created_at: clock.now(),
  });
  await addToBalance(db, userId, amountMicro);
}
