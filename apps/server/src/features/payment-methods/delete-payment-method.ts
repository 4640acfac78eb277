import type { PaymentMethodChange } from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { factsOfMethod } from './payment-methods.present.ts';
import { lockMethods } from './method-seals.sql.ts';
import { retireMethod } from './payment-methods.sql.ts';
import { answerChange, WRITE } from './propose-method.ts';
import { getActiveMethod } from './read-methods.ts';
import { sealMethods } from './seal-methods.ts';

/**
 * Retires a network's method immediately; its wallet is watched for another 90 days, with a factory permanently.
 * Refuses a retired one (notFound) and one that the shop has not written (addressesChanged).
 */
export async function deletePaymentMethod(ctx: Ctx, id: bigint): Promise<PaymentMethodChange> {
  requireAction(ctx.actor, WRITE);
  return inTransaction(ctx, async (step) => {
    const { type } = await getActiveMethod(step, id);
    await lockMethods(step.db, type);
    const method = await getActiveMethod(step, id);
    await retireMethod(step.db, id, step.clock.now());
    await recordAudit(step, {
      action: 'paymentMethod.retire',
      subject: `paymentMethod:${method.type}`,
      before: factsOfMethod(method),
      after: { address_version: await sealMethods(step, type) },
    });
    return answerChange(step, method.type, []);
  });
}
