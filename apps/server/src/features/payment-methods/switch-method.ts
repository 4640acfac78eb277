import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { findMethod, setMethodEnabled } from './payment-methods.sql.ts';

/** Enables or disables top-ups by a method. Refuses a retired one (notFound). */
export async function switchMethod(ctx: Ctx, id: bigint, enabled: boolean): Promise<void> {
  await inTransaction(ctx, async (step) => {
    const method = await findMethod(step.db, id);
    if (!method || method.retired_at !== null) refuse('notFound', 'no active payment method');
    if (method.enabled === enabled) return;
    await setMethodEnabled(step.db, id, enabled);
    await recordAudit(step, {
      action: 'paymentMethod.switch',
      subject: `paymentMethod:${method.type}`,
      before: { id, enabled: method.enabled },
      after: { id, enabled },
    });
  });
}
