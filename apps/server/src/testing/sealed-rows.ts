import { NETWORKS, type Network } from '@portside/contract';
import { lockMethods } from '../features/payment-methods/payment-methods.sql.ts';
import { recordSeal } from '../features/payment-methods/seal-methods.ts';
import { findActiveMethod } from '../features/payment-methods/index.ts';
import { macOfRecharge } from '../features/recharges/recharge-macs.ts';
import { saveLook } from '../features/treasury/treasury.sql.ts';
import { inTransaction, type Ctx } from '../platform/context.ts';

/** Seals the current methods of all networks, after a test has changed them by SQL as if the shop had. */
export async function resealMethods(ctx: Ctx): Promise<void> {
  const system: Ctx = { ...ctx, actor: { kind: 'system', job: 'test' } };
  for (const type of NETWORKS) {
    await inTransaction(system, async (step) => {
      await lockMethods(step.db, type);
      await recordSeal(step, type);
    });
  }
}

/** Removes every method, as if none had ever been set. */
export async function forgetMethods(ctx: Ctx): Promise<void> {
  await ctx.db.deleteFrom('payment_methods').execute();
  await resealMethods(ctx);
}

/** As if the network's wallet had been looked at and found in order, holding nothing. */
export async function markSound(ctx: Ctx, network: Network): Promise<void> {
  const { chain_id, wallet_address } = (await findActiveMethod(ctx, network))!;
  const look = { chain_id, wallet_address, network, problem: null, looked_at: ctx.clock.now() };
  await saveLook(ctx.db, look, 0n);
}

/** Gives all top-ups their MACs again, after a test has changed some by SQL as if the shop had written them so. */
export async function resealRecharges({ db, keyring }: Ctx): Promise<void> {
  for (const row of await db.selectFrom('recharges').selectAll().execute()) {
    const mac = macOfRecharge(keyring, row);
    if (row.mac?.equals(mac)) continue;
    await db.updateTable('recharges').set({ mac }).where('id', '=', row.id).execute();
  }
}
