import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { factsOfMethod } from './payment-methods.present.ts';
import { findActiveMethod, insertMethod, retireMethod, type NewMethod } from './payment-methods.sql.ts';

/**
 * Makes this the network's only active method; the former one is retired and watched for another 90 days. If
 * top-ups were off, they stay off. Does nothing where the same method is already active.
 */
export async function activateMethod(ctx: Ctx, method: NewMethod): Promise<void> {
  await inTransaction(ctx, async (step) => {
    const { db, clock } = step;
    const active = await findActiveMethod(db, method.type);
    if (active && isSame(active, method)) return;
    const now = clock.now();
    if (active) await retireMethod(db, active.id, now);
    await insertMethod(db, { ...method, enabled: active?.enabled ?? true }, now);
    await recordAudit(step, {
      action: 'paymentMethod.change',
      subject: `paymentMethod:${method.type}`,
      before: active ? factsOfMethod(active) : null,
      after: factsOfMethod(method),
    });
  });
}

export const isSame = (one: NewMethod, other: NewMethod): boolean =>
  one.chain_id === other.chain_id &&
  one.contract_address === other.contract_address &&
  one.wallet_address === other.wallet_address &&
  one.checkout_address === other.checkout_address;
