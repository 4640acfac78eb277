import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { lockMethods } from './method-seals.sql.ts';
import { setMethodEnabled } from './payment-methods.sql.ts';
import { getActiveMethod } from './read-methods.ts';
import { sealMethods } from './seal-methods.ts';

/**
 * Enables or disables top-ups by a method. Refuses a retired one (notFound) and one that the shop has not written
 * (addressesChanged).
 */
export async function switchMethod(ctx: Ctx, id: bigint, enabled: boolean): Promise<void> {
  await inTransaction(ctx, async (step) => {
    const { type } = await getActiveMethod(step, id);
    await lockMethods(step.db, type);
    const method = await getActiveMethod(step, id);
    if (method.enabled === enabled) return;
    await setMethodEnabled(step.db, id, enabled);
    await recordAudit(step, {
      action: 'paymentMethod.switch',
      subject: `paymentMethod:${method.type}`,
      before: { id, enabled: method.enabled },
      after: { id, enabled, address_version: await sealMethods(step, type) },
    });
  });
}
