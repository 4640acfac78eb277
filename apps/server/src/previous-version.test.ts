import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Ctx } from './platform/context.ts';
import { createDb } from './platform/db/db.ts';
import { buildGoods, fund, stockUp } from './testing/build.ts';
import { checkOut, previousCommit } from './testing/previous-version.ts';
import { callOnce, startMultiProcessShop } from './testing/multi-process-shop.ts';
import { hasValkey } from './testing/valkey.ts';
import { createWorld, isOnPostgres } from './testing/world.ts';

const isRunnable = isOnPostgres && hasValkey && previousCommit !== null;
const LONG = 120_000;

/** Tables are widened by one version and narrowed by the next, so that two neighbours always run side by side. */
test.runIf(isRunnable)(
  'the version before runs beside this one, on the tables that this one has migrated',
  { timeout: LONG },
  async () => {
    const shop = await startMultiProcessShop(1);
    const previous = await shop.add(checkOut(previousCommit!));
    const [present] = shop.ports;
    const account = { username: 'ann', email: 'ann@example.test', password: 'harbour-9', agree: true };
    const { data } = await callOnce(previous, 'POST', '/api/auth/register', { body: account });
    const ctx: Ctx = { ...(await createWorld()).ctx, db: createDb(shop.pool), keyring: shop.keyring };
    const goodsId = await buildGoods(ctx);
    await stockUp(ctx, goodsId, 10);
    await fund(ctx, BigInt(data.user.id), 1_000_000_000n);
    const authorization = `Bearer ${data.token}`;
    const order = async (port: number, key: string) => {
      const headers = { authorization, 'idempotency-key': key };
      const body = { goods_id: String(goodsId), quantity: 1 };
      const answer = await callOnce(port, 'POST', '/api/orders', { body, headers });
      expect(answer.status).toBe(200);
      return answer.data.order_no as string;
    };
    for (const [one, other] of [
      [previous, present!],
      [present!, previous],
    ] as const) {
      const key = randomUUID();
      const orderNo = await order(one, key);
      expect(await order(other, key)).toBe(orderNo);
      const read = await callOnce(other, 'GET', `/api/orders/${orderNo}`, { headers: { authorization } });
      expect(read.data).toMatchObject({ order_no: orderNo, quantity: 1 });
    }
    expect(await shop.stop()).toEqual([0, 0]);
  },
);

test.skipIf(previousCommit !== null)(
  'there is no version before this one here: no history, or one that ran alone',
  () => {
    expect(previousCommit).toBeNull();
  },
);
