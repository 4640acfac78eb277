import type { Network, Recharge } from '@portside/contract';
import { readChainHealth } from '../../../apps/server/src/features/deposits/index.ts';
import {
  findActiveMethod,
  setPaymentMethod,
} from '../../../apps/server/src/features/payment-methods/index.ts';
import { createRecharge } from '../../../apps/server/src/features/recharges/create-recharge.ts';
import type { RechargeRow } from '../../../apps/server/src/features/recharges/recharges.sql.ts';
import { randomAddress, type ChainWorld } from '../../../apps/server/src/testing/chain-world.ts';
import { resealMethods, resealRecharges } from '../../../apps/server/src/testing/sealed-rows.ts';
import type { AskedTopUp, Scene } from './scene.ts';

let asked = 0;

/** Creates a top-up for a new buyer; `amount` in whole USDT, by default one that no other top-up has. */
export async function askForTopUp(world: ChainWorld, network: Network, amount?: string): Promise<AskedTopUp> {
  asked += 1;
  const buyer = await world.createBuyer();
  const body = { type: network, amount: amount ?? String(100 + asked) };
  const recharge = await createRecharge(buyer.ctx, { body, idempotencyKey: `corpus ${asked}` });
  return { buyer, recharge };
}

/** Changes the row directly, instead of waiting for time or chance. */
export async function changeTopUp(
  { world: { ctx } }: Scene,
  { order_id }: Recharge,
  change: Partial<Pick<RechargeRow, 'pay_amount_micro' | 'expires_at' | 'reserved_until'>>,
): Promise<void> {
  await ctx.db.updateTable('recharges').set(change).where('order_id', '=', order_id).execute();
  await resealRecharges(ctx);
}

/** Runs a step while another treasury is active; `since` is when this one was retired, now by default. */
export async function withNewTreasury<T>(
  scene: Scene,
  since: Date | null,
  step: () => Promise<T>,
): Promise<T> {
  const { ctx } = scene.world;
  const { type, chainId, contractAddress, walletAddress, checkoutAddress } =
    scene.chains.chains[scene.network];
  const factory = (await findActiveMethod(ctx, type))?.factory_address;
  const own = { type, chainId, contractAddress, walletAddress, checkoutAddress, nodesOnLoopback: true };
  await scene.mineFinal();
  await scene.follow();
  await setPaymentMethod(ctx, { ...own, walletAddress: randomAddress() });
  if (since) {
    const retired = ctx.db.updateTable('payment_methods').where('wallet_address', '=', walletAddress);
    await retired.set({ retired_at: since }).execute();
    await resealMethods(ctx);
  }
  try {
    const result = await step();
    await scene.mineFinal();
    await scene.follow();
    return result;
  } finally {
    await setPaymentMethod(ctx, factory ? { ...own, factoryAddress: factory } : own);
  }
}

export async function expectNothingCredited({ buyer }: Scene): Promise<void> {
  const balance = await buyer.balance();
  if (balance !== 0n) throw new Error(`${balance} were credited before anything was final`);
}

export async function mustBeInState({ world: { ctx }, recharge }: Scene, state: string): Promise<void> {
  const row = ctx.db.selectFrom('recharges').select('state').where('order_id', '=', recharge.order_id);
  const found = await row.executeTakeFirstOrThrow();
  if (found.state !== state) throw new Error(`the top-up is ${found.state}, not ${state}`);
}

export async function expectHalted({ world: { ctx }, network }: Scene): Promise<void> {
  const health = await readChainHealth(ctx, ctx.clock.now());
  const state = health.find((one) => one.network === network)?.state;
  if (state !== 'halted') throw new Error(`the follower is ${state}, not halted`);
}
