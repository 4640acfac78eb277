import { listGoods } from '../features/goods/index.ts';
import { placeOrder } from '../features/orders/index.ts';
import { countSoldGoods } from '../features/statistics/index.ts';
import { findUserByUsername } from '../features/users/index.ts';
import type { UserActor } from '../platform/actor.ts';
import type { Ctx } from '../platform/context.ts';
import type { Job } from '../platform/jobs.ts';
import { Refusal } from '../platform/refusal.ts';
import { randomInt, randomUUID } from 'node:crypto';
import { DEMO_BUYERS } from './demo-people.ts';

const EVERY_MS = 20_000;
const MOST_ACCOUNTS = 3;

/** Every twenty seconds, or every forty, one of the demo's buyers orders a little, as long as they can pay for it. */
export const createDemoOrdersJob = (ctx: Ctx): Job => ({
  name: 'demo orders',
  everyMs: EVERY_MS,
  async run() {
    if (randomInt(2) === 0) return { more: false };
    const { username } = DEMO_BUYERS[randomInt(DEMO_BUYERS.length)]!;
    const user = await findUserByUsername(ctx.db, username);
    const { items } = await listGoods(
      ctx,
      { query: { in_stock: 'true', limit: 100 } },
      { countSold: countSoldGoods },
    );
    const goods = items[randomInt(Math.max(1, items.length))];
    if (!user || !goods) return { more: false };
    const quantity = Math.min(goods.stock, goods.min_quantity + randomInt(MOST_ACCOUNTS));
    const body = { goods_id: goods.id, quantity, gender: 'random' as const };
    try {
      await placeOrder({ ...ctx, actor: actorOf(user.id) }, { body, idempotencyKey: randomUUID() });
    } catch (error) {
      // Spent everything, or bought by somebody else meanwhile.
      if (!(error instanceof Refusal)) throw error;
    }
    return { more: false };
  },
});

const actorOf = (userId: bigint): UserActor => ({
  kind: 'user',
  userId,
  sessionId: 0n,
  isAdmin: false,
  notReady: null,
  codeAt: null,
  actions: new Set(),
});
