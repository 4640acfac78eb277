import type { Network, Recharge } from '@portside/contract';
import { createRecharge } from '../features/recharges/create-recharge.ts';
import { listRecharges } from '../features/recharges/read-recharges.ts';
import type { Buyer } from './chain-world.ts';

let keys = 0;

/** A new top-up of the buyer. */
export const askTopUp = ({ ctx }: Buyer, type: Network, amount: string): Promise<Recharge> =>
  createRecharge(ctx, { body: { type, amount }, idempotencyKey: `top-up ${(keys += 1)}` });

/** The buyer's top-ups as their first page shows them, the newest first. */
export const listTopUps = async ({ ctx }: Buyer): Promise<readonly Recharge[]> =>
  (await listRecharges(ctx, { query: { limit: 20 } })).items;
