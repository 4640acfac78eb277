import type { Data, Finding, Input, Network } from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { lockMethods, replaceMethods } from './method-seals.sql.ts';
import { factsOfMethod, presentKeptMethod } from './payment-methods.present.ts';
import { listMethodRows, type PaymentMethodRow } from './payment-methods.sql.ts';
import { checkMethods, sealMethods } from './seal-methods.ts';

/**
 * Puts a network's methods back to what the shop has last written, as its seal records it. Needs no second person:
 * nothing takes effect that was not approved before. Refuses a network in order (notFound) and one whose seal is
 * missing or old (addressesChanged): its address has to be set again, by two people.
 */
export async function restorePaymentMethods(
  ctx: Ctx,
  { body }: Input<'restorePaymentMethods'>,
): Promise<Data<'restorePaymentMethods'>> {
  requireAction(ctx.actor, 'paymentMethod.write');
  const { type, reason } = body;
  return inTransaction(ctx, async (step) => {
    await lockMethods(step.db, type);
    const { fault, approved } = await checkMethods(step, type);
    if (fault === null) return refuse('notFound', 'nothing to restore');
    if (approved === null) return refuse('addressesChanged', fault.code);
    await putBack(step, type, approved, reason);
    const restored = await listMethodRows(step.db, type);
    const active = restored.find(({ retired_at }) => retired_at === null);
    return { method: active ? presentKeptMethod(active) : null, proposals: [] };
  });
}

/**
 * The network's methods as the shop has written them, newest first, after `lockMethods`. Where others stand there,
 * they are removed first, and the audit log keeps what they were.
 */
export async function takeApprovedMethods(step: Ctx, type: Network): Promise<readonly PaymentMethodRow[]> {
  const { rows, fault, approved } = await checkMethods(step, type);
  if (fault === null) return rows;
  await putBack(step, type, approved ?? [], fault);
  return approved ?? [];
}

async function putBack(
  step: Ctx,
  type: Network,
  approved: readonly PaymentMethodRow[],
  reason: string | Finding,
): Promise<void> {
  const found = await listMethodRows(step.db, type);
  await replaceMethods(step.db, type, approved);
  const factsOf = (row: PaymentMethodRow) => ({ ...factsOfMethod(row), id: row.id, enabled: row.enabled });
  await recordAudit(step, {
    action: 'paymentMethod.restore',
    subject: `paymentMethod:${type}`,
    before: { methods: found.map(factsOf) },
    after: { methods: approved.map(factsOf), address_version: await sealMethods(step, type), reason },
  });
}
