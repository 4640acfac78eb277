import { afterAll, beforeAll, expect, test } from 'vitest';
import { storeUserStatus } from './features/users/store-user-status.ts';
import type { Ctx } from './platform/context.ts';
import { createDb } from './platform/db/db.ts';
import { callOnce, startMultiProcessShop, type MultiProcessShop } from './testing/multi-process-shop.ts';
import { hasValkey } from './testing/valkey.ts';
import { createWorld, isOnPostgres } from './testing/world.ts';

const isRunnable = isOnPostgres && hasValkey;
const CALLS = 1_000;
const AT_ONCE = 32;
const LONG = 120_000;
const FROZEN = 403;

let shop: MultiProcessShop;
beforeAll(async () => {
  if (isRunnable) shop = await startMultiProcessShop(2);
}, LONG);
afterAll(async () => {
  if (isRunnable) await shop?.stop();
}, LONG);

test.runIf(isRunnable)(
  'a user who is frozen in the middle of a thousand calls to two processes: none passes afterwards',
  async () => {
    const account = { username: 'ann', email: 'ann@example.test', password: 'harbour-9', agree: true };
    const { data } = await callOnce(shop.ports[0]!, 'POST', '/api/auth/register', { body: account });
    const ctx: Ctx = { ...(await createWorld()).ctx, db: createDb(shop.pool) };
    const headers = { authorization: `Bearer ${data.token}` };
    const answers: { readonly beganAfter: boolean; readonly status: number }[] = [];
    let begun = 0;
    let isFrozen = false;
    const freezing: Promise<void>[] = [];
    const callOn = async (): Promise<void> => {
      while (begun < CALLS) {
        begun += 1;
        if (begun === CALLS / 2)
          freezing.push(
            storeUserStatus(ctx, BigInt(data.user.id), 'frozen').then(() => void (isFrozen = true)),
          );
        const beganAfter = isFrozen;
        const { status } = await callOnce(shop.ports[begun % 2]!, 'GET', '/api/orders', { headers });
        answers.push({ beganAfter, status });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, callOn));
    await Promise.all(freezing);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(CALLS / 4);
    const after = answers.filter(({ beganAfter }) => beganAfter);
    expect(after.length).toBeGreaterThan(CALLS / 4);
    expect(new Set(after.map(({ status }) => status))).toEqual(new Set([FROZEN]));
    await storeUserStatus(ctx, BigInt(data.user.id), 'active');
    const statuses = await Promise.all(
      shop.ports.map((port) => callOnce(port, 'GET', '/api/orders', { headers })),
    );
    expect(statuses.map(({ status }) => status)).toEqual([200, 200]);
  },
  LONG,
);
