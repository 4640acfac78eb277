import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { factsOfMethod, requireSafe, presentKeptMethod } from './method-rules.ts';
import {
  lockMethods,
  insertMethod,
  retireMethod,
  type NewMethod,
  setMethodEnabled,
  listMethodRows,
  replaceMethods,
  type PaymentMethodRow,
} from './payment-methods.sql.ts';
import { findActiveMethod, getActiveMethod } from './read-methods.ts';
import { sealMethods, checkMethods } from './seal-methods.ts';
import type { Network, Data, Finding, Input } from '@portside/contract';
import type { Hex } from 'viem';
import { refuse } from '../../platform/refusal.ts';

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

export type PaymentMethodInput = {
  readonly type: Network;
  readonly chainId: number;
  readonly contractAddress: Hex;
  readonly walletAddress: Hex;
  readonly checkoutAddress: Hex | null;
  /** Where the buyers' own addresses come from; absent: payments are told apart by their amounts. */
  readonly factoryAddress?: Hex;
  /** Whether every node of this network is on this machine. */
  readonly nodesOnLoopback: boolean;
};

/**
 * Activates a network's method immediately, for the system itself, which follows its own local chains. Refuses
 * users (secondPersonNeeded), and what `requireSafe` refuses.
 */
export async function setPaymentMethod(ctx: Ctx, input: PaymentMethodInput): Promise<void> {
  if (ctx.actor.kind !== 'system') refuse('secondPersonNeeded');
  const method: NewMethod = {
    type: input.type,
    chain_id: BigInt(input.chainId),
    contract_address: input.contractAddress,
    wallet_address: input.walletAddress,
    checkout_address: input.checkoutAddress,
    mode: input.factoryAddress ? 'own_addresses' : 'exact_amount',
    factory_address: input.factoryAddress ?? null,
  };
  requireSafe(method, input.nodesOnLoopback);
  await activateMethod(ctx, method);
}

/**
 * Puts a network's methods back to what the shop has last written, as its seal records it. Needs no second person:
 * nothing takes effect that was not approved before. Refuses a network in order (notFound) and one whose seal is
 * missing or old (addressesChanged): its address has to be set again, by two people.
 */
export async function restorePaymentMethods(
  ctx: Ctx,
  { body }: Input<'restorePaymentMethods'>,
): Promise<Data<'restorePaymentMethods'>> {
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
 * The network's methods as the shop has written them, newest first, after `lockMethods`. If there are others,
 * they are removed first, and the audit log keeps what they were.
 */
async function takeApprovedMethods(step: Ctx, type: Network): Promise<readonly PaymentMethodRow[]> {
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
