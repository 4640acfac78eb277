import type { PaymentMethodChange } from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { factsOfMethod } from './payment-methods.present.ts';
import { retireMethod } from './payment-methods.sql.ts';
import { answerChange, WRITE } from './propose-method.ts';
import { getActive } from './update-payment-method.ts';

/** Retires a network's method immediately; its wallet is watched for another 90 days. Refuses a retired one (notFound). */
export async function deletePaymentMethod(ctx: Ctx, id: bigint): Promise<PaymentMethodChange> {
  requireAction(ctx.actor, WRITE);
  return inTransaction(ctx, async (step) => {
    const method = await getActive(step, id);
    await retireMethod(step.db, id, step.clock.now());
    await recordAudit(step, {
      action: 'paymentMethod.retire',
      subject: `paymentMethod:${method.type}`,
      before: factsOfMethod(method),
    });
    return answerChange(step, method.type, []);
  });
}
