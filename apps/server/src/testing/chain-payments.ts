import type { Network, Recharge } from '@portside/contract';
import type { Hex } from 'viem';
import { type ChainWorld, openOwnAddress, type Buyer } from './chain-world.ts';
import { createRecharge } from '../features/recharges/create-recharge.ts';
import { listRecharges } from '../features/recharges/own-recharges.ts';

/** Settles a payment that is in a block while the operator has blocked its sender, so that it is held. */
export async function settleBlocked(world: ChainWorld, network: Network, hash: Hex): Promise<void> {
  const { db } = world.ctx;
  await world.follow(network);
  const { from_address: address } = await db
    .selectFrom('pending_transfers')
    .select('from_address')
    .where('tx_hash', '=', hash)
    .executeTakeFirstOrThrow();
  const entry = { network, address, list: 'own' as const, note: 'stolen', created_at: new Date() };
  await db.insertInto('blocked_wallets').values(entry).execute();
  await world.settle(network);
  await db.deleteFrom('blocked_wallets').where('address', '=', address).execute();
}

type PaidAddress = { readonly buyer: Buyer; readonly address: Hex; readonly salt: Hex };

/** A new buyer's own address on a network that has a factory, paid with these amounts. */
export async function createPaidAddress(
  world: ChainWorld,
  network: Network,
  ...amounts: string[]
): Promise<PaidAddress> {
  const buyer = await world.createBuyer();
  const own = await openOwnAddress(buyer, network);
  for (const amount of amounts) await world.pay(network, amount, own.address);
  return { buyer, ...own };
}

let keys = 0;

/** A new top-up of the buyer. */
export const askTopUp = ({ ctx }: Buyer, type: Network, amount: string): Promise<Recharge> =>
  createRecharge(ctx, { body: { type, amount }, idempotencyKey: `top-up ${(keys += 1)}` });

/** The buyer's top-ups as their first page shows them, the newest first. */
export const listTopUps = async ({ ctx }: Buyer): Promise<readonly Recharge[]> =>
  (await listRecharges(ctx, { query: { limit: 20 } })).items;
