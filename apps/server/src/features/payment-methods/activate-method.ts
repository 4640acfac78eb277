import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { factsOfMethod } from './payment-methods.present.ts';
import { lockMethods } from './method-seals.sql.ts';
import { insertMethod, retireMethod, type NewMethod } from './payment-methods.sql.ts';
import { findActiveMethod } from './read-methods.ts';
import { takeApprovedMethods } from './restore-payment-methods.ts';
import { sealMethods } from './seal-methods.ts';

/**
 * Makes this the network's only active method; the former one is retired and watched for another 90 days, with a
 * factory permanently. If top-ups were off, they stay off. Does nothing where the same method is already active. Rows
 * that the shop has not written are removed first.
 */
export async function activateMethod(ctx: Ctx, method: NewMethod): Promise<void> {
  await inTransaction(ctx, async (step) => {
    const { db, clock } = step;
    await lockMethods(db, method.type);
    const current = await findActiveMethod(step, method.type);
    if (current && isSame(current, method)) return;
    const approved = await takeApprovedMethods(step, method.type);
    const active = approved.find(({ retired_at }) => retired_at === null);
    const now = clock.now();
    if (active) await retireMethod(db, active.id, now);
    await insertMethod(db, { ...method, enabled: active?.enabled ?? true }, now);
    await recordAudit(step, {
      action: 'paymentMethod.change',
      subject: `paymentMethod:${method.type}`,
      before: active ? factsOfMethod(active) : null,
      after: { ...factsOfMethod(method), address_version: await sealMethods(step, method.type) },
    });
  });
}

/** Whether both send the same coins to the same place; switched on or off does not count. */
export const isSame = (one: NewMethod, other: NewMethod): boolean =>
  one.chain_id === other.chain_id &&
  one.contract_address === other.contract_address &&
  one.wallet_address === other.wallet_address &&
  one.checkout_address === other.checkout_address &&
  one.mode === other.mode &&
  one.factory_address === other.factory_address;
