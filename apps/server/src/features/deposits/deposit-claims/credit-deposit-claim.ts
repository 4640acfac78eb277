import { formatBalance } from '@portside/contract';
import type { Ctx } from '../../../platform/context.ts';
import { creditDeposit } from '../../ledger/index.ts';
import { announceCredited } from '../announce-credited.ts';
import { findDepositClaim, type DepositClaimRow } from './deposit-claims.sql.ts';
import { moveDeposit, type DepositRow } from '../deposits.sql.ts';

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
