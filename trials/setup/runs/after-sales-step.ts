import { createWarrantyClaim } from '../../../apps/server/src/features/orders/after-sales/warranty-claims.ts';
import { refundOrder } from '../../../apps/server/src/features/orders/after-sales/refund.ts';
import { replaceItems } from '../../../apps/server/src/features/orders/after-sales/replacement.ts';
import { userActor } from '../../../apps/server/src/platform/actor.ts';
import type { Ctx } from '../../../apps/server/src/platform/context.ts';
import { Refusal } from '../../../apps/server/src/platform/refusal.ts';

export const AFTER_SALES_STEPS = ['claim', 'replacement', 'refund'] as const;

export type AfterSalesCall = {
  readonly step: (typeof AFTER_SALES_STEPS)[number];
  /** The buyer or an admin. */
  readonly userId: string;
  readonly orderNo: string;
  readonly itemIds: readonly string[];
};

/** Runs an after-sales step as that person: "done", or the reason of the refusal. */
export async function runStep(ctx: Ctx, { step, userId, orderNo, itemIds }: AfterSalesCall): Promise<string> {
  const actions = new Set(['claim.settle', 'order.refund']);
  const rights = { isAdmin: true, actions, codeAt: ctx.clock.now() };
  const own = { ...ctx, actor: userActor(BigInt(userId), rights) };
  const input = { params: { order_no: orderNo }, body: { item_ids: [...itemIds], reason: 'dead' } };
  try {
    if (step === 'claim') await createWarrantyClaim(own, input);
    else await (step === 'refund' ? refundOrder(own, input) : replaceItems(own, input));
    return 'done';
  } catch (error) {
    if (error instanceof Refusal) return error.reason;
    throw error;
  }
}
