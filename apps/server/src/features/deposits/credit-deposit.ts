import type { Ctx } from '../../platform/context.ts';
import { crashPoint } from '../../platform/crash-point.ts';
import { creditDeposit } from '../ledger/index.ts';
import { moveDeposit, type DepositRow } from './deposits.sql.ts';
import { formatBalance } from '@portside/contract';
import { findDepositClaim, type DepositClaimRow } from './deposit-claims/deposit-claims.sql.ts';

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

/**
 * Leaves a deposit that is being recorded until what its owner has sent is enough together. For listeners of
 * `depositsRecorded`, in its transaction; throws where the deposit has moved on.
 */
export async function keepSmallDeposit({ db }: Ctx, { id }: DepositRow): Promise<void> {
  if (!(await moveDeposit(db, id, { from: 'final', to: 'small', by: 'matcher' })))
    throw new Error(`deposit ${id} is not waiting to be matched`);
}

/** Credits an unmatched deposit to its claimant. Throws where the deposit has moved on, so it happens once. */
export async function creditDepositClaim(
  ctx: Ctx,
  claim: DepositClaimRow,
  deposit: DepositRow,
): Promise<void> {
  const { id, amount_micro: amountMicro } = deposit;
  const { user_id: userId } = claim;
  const isMoved = await moveDeposit(ctx.db, id, { from: 'unmatched', to: 'credited', by: 'buyer' }, userId);
  if (!isMoved) throw new Error(`deposit ${id} is not waiting to be claimed`);
  const { balanceMicro } = await creditDeposit(ctx, { depositId: id, userId, amountMicro });
  await announceCredited(ctx, deposit, userId);
  ctx.log.info({ deposit: id, user: userId, claim: claim.id }, 'deposit credited by a signed claim');
  const balance = formatBalance(balanceMicro);
  ctx.live.publish({ to: userId, name: 'balance', data: { balance } });
}

/** Credits an unmatched deposit that was claimed before it was recorded; does nothing where there is no claim. */
export async function creditEarlierDepositClaim(ctx: Ctx, deposit: DepositRow): Promise<void> {
  const claim = await findDepositClaim(ctx.db, deposit);
  if (claim) await creditDepositClaim(ctx, claim, deposit);
}

/** Announces `depositCredited` with the deposit as it is after the credit; call it in the crediting transaction. */
export const announceCredited = (ctx: Ctx, deposit: DepositRow, userId: bigint): Promise<void> =>
  ctx.events.announce(ctx, 'depositCredited', {
    deposit: { ...deposit, state: 'credited', user_id: userId },
    userId,
  });
