import type { Ctx } from '../../platform/context.ts';
import type { DepositRow } from './deposits.sql.ts';

/** Announces `depositCredited` with the deposit as it is after the credit; call it in the crediting transaction. */
export const announceCredited = (ctx: Ctx, deposit: DepositRow, userId: bigint): Promise<void> =>
  ctx.events.announce(ctx, 'depositCredited', {
    deposit: { ...deposit, state: 'credited', user_id: userId },
    userId,
  });
