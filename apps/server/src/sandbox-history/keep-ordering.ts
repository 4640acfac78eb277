import { parseAddress } from '@portside/chain';
import { NETWORKS, parseMicro } from '@portside/contract';
import type { Devchain } from '@portside/devchain';
import { listGoods } from '../features/goods/index.ts';
import { placeOrder } from '../features/orders/index.ts';
import { createRecharge } from '../features/recharges/index.ts';
import { restockDemoGoods } from '../features/sandbox/index.ts';
import { countSoldGoods } from '../features/statistics/index.ts';
import { findUserByUsername } from '../features/users/index.ts';
import { userActor } from '../platform/actor.ts';
import type { Ctx } from '../platform/context.ts';
import type { Job } from '../platform/jobs.ts';
import { Refusal } from '../platform/refusal.ts';
import { randomInt, randomUUID } from 'node:crypto';
import { DEMO_BUYERS } from './history.ts';

const EVERY_MS = 20_000;
/** While nobody looks: every top-up keeps a local chain busy for a while, and every order pays for some of one. */
const REST_MS = 5 * 60_000;
const MOST_ACCOUNTS = 3;
/** Stock is looked after once in so many runs, ten minutes of a shop in use: what sells out is seen to be sold out. */
const RUNS_OF_STOCK = 30;
/** In USDT. Large, so that it lasts for dozens of orders. */
const TOP_UPS = ['200', '300', '400', '500'] as const;

/**
 * Every twenty seconds, or every forty, one of the demo's buyers orders a little. Whoever cannot pay for it tops up
 * first, and products that are almost sold out are restocked: the demo goes on for as long as the sandbox runs.
 */
export const createDemoOrdersJob = (ctx: Ctx, devchain: Pick<Devchain, 'sendUsdt'>): Job => ({
  name: 'demo orders',
  everyMs: EVERY_MS,
  restMs: REST_MS,
  async run() {
    if (randomInt(RUNS_OF_STOCK) === 0) await restockDemoGoods(ctx);
    if (randomInt(2) === 0) return { more: false };
    const { username } = DEMO_BUYERS[randomInt(DEMO_BUYERS.length)]!;
    const user = await findUserByUsername(ctx.db, username);
    if (!user) return { more: false };
    const buyer = { ...ctx, actor: userActor(user.id) };
    const refusal = await unlessRefused(() => orderSomething(buyer));
    if (refusal?.reason === 'balanceTooLow') await unlessRefused(() => topUp(buyer, devchain));
    return { more: false };
  },
});

/** A refusal is nothing to report: bought by another meanwhile, a buyer blocked, a network switched off. */
async function unlessRefused(act: () => Promise<void>): Promise<Refusal | null> {
  try {
    await act();
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

async function orderSomething(buyer: Ctx): Promise<void> {
  const query = { in_stock: 'true', limit: 100 } as const;
  const { items } = await listGoods(buyer, { query }, { countSold: countSoldGoods });
  const goods = items[randomInt(Math.max(1, items.length))];
  if (!goods) return;
  const quantity = Math.min(goods.stock, goods.min_quantity + randomInt(MOST_ACCOUNTS));
  const body = { goods_id: goods.id, quantity, gender: 'random' as const };
  await placeOrder(buyer, { body, idempotencyKey: randomUUID() });
}

/** As a buyer does: a top-up, paid with test USDT on its local chain, and credited once that is final. */
async function topUp(buyer: Ctx, devchain: Pick<Devchain, 'sendUsdt'>): Promise<void> {
  const type = NETWORKS[randomInt(NETWORKS.length)]!;
  const body = { type, amount: TOP_UPS[randomInt(TOP_UPS.length)]! };
  const asked = await createRecharge(buyer, { body, idempotencyKey: randomUUID() });
  if (asked.wallet_address === null) return;
  await devchain.sendUsdt(type, parseAddress(type, asked.wallet_address), parseMicro(asked.pay_amount));
}
