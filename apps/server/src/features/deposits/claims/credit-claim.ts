import { formatBalance } from '@portside/contract';
import type { Ctx } from '../../../platform/context.ts';
import { creditDeposit } from '../../ledger/index.ts';
import { findClaimOf, type ClaimRow } from './claims.sql.ts';
import { moveDeposit, type DepositRow } from '../deposits.sql.ts';

/** An unmatched deposit becomes its claimer's. Once: whoever comes second finds it moved and fails. */
export async function creditClaim(ctx: Ctx, claim: ClaimRow, deposit: DepositRow): Promise<void> {
  const { id, amount_micro: amountMicro } = deposit;
  const { user_id: userId } = claim;
  const isMoved = await moveDeposit(ctx.db, id, { from: 'unmatched', to: 'credited', by: 'buyer' }, userId);
  if (!isMoved) throw new Error(`deposit ${id} is not waiting to be claimed`);
  const { balanceMicro } = await creditDeposit(ctx, { depositId: id, userId, amountMicro });
  ctx.log.info({ deposit: id, user: userId, claim: claim.id }, 'deposit credited by a signed claim');
  const balance = formatBalance(balanceMicro);
  ctx.live.publish({ to: userId, name: 'balance', data: { balance } });
}

/** A deposit that nobody's top-up was recognised by may have been claimed before it was final. */
export async function creditEarlyClaim(ctx: Ctx, deposit: DepositRow): Promise<void> {
  const claim = await findClaimOf(ctx.db, deposit);
  if (claim) await creditClaim(ctx, claim, deposit);
}
