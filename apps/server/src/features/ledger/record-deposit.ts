import type { Network } from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import { UNMATCHED } from './accounts.ts';
import { findInflow, insertMovement } from './ledger.sql.ts';

type Deposit = { readonly depositId: bigint; readonly network: Network; readonly amountMicro: bigint };

/** A confirmed transfer reached the treasury: its amount is unmatched until it is attributed. Once per deposit. */
export async function recordDeposit(ctx: Ctx, { depositId, network, amountMicro }: Deposit): Promise<void> {
  await insertMovement(ctx.db, {
    kind: 'deposit',
    reference: depositId,
    debit_account: await findInflow(ctx.db, network),
    credit_account: UNMATCHED,
    amount_micro: amountMicro,
    created_at: ctx.clock.now(),
  });
}
