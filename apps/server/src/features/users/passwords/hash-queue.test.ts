import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { createTestShop, type TestShop } from '../../../testing/app.ts';
import { MAX_ATTEMPTS } from './sign-in-attempts.ts';
import { inHashQueue, MOST_WAITING } from './hash-queue.ts';
import { hashNewPassword, verifyInPlace } from './passwords.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await createTestShop();
});

const login = async (username: string, password: string) => {
  const answer = await shop.app.http.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { username, password },
  });
  return { status: answer.statusCode, code: answer.json().code as number, headers: answer.headers };
};

test('reading a file does not wait for passwords being checked', async () => {
  const hash = await hashNewPassword('a quiet harbour', { isAdmin: false });
  let done = 0;
  const checks = Array.from({ length: 40 }, async () => {
    await inHashQueue(() => verifyInPlace(hash, 'a loud harbour'));
    done += 1;
  });
  await readFile(new URL(import.meta.url));
  expect(done).toBeLessThan(20);
  await Promise.all(checks);
});

test('more sign-ins than places: all are answered, those too many told when to come again, and nothing is counted', async () => {
  const { username } = await shop.register();
  const answers = await Promise.all(
    Array.from({ length: MOST_WAITING * 3 }, (_, who) => login(`nobody-${who}`, 'harbour-9')),
  );
  const busy = answers.filter(({ status }) => status === 503);
  const checked = answers.filter(({ status }) => status === 401);
  // A place that is free again while others still arrive is taken again, so more than one filling
  // of the queue may be checked.
  expect(checked.length).toBeGreaterThanOrEqual(MOST_WAITING);
  expect(busy).not.toEqual([]);
  expect(checked.length + busy.length).toBe(MOST_WAITING * 3);
  for (const { code, headers } of busy) {
    expect(code).toBe(500_005);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  }
  const counted = await shop.ctx.db
    .selectFrom('sign_in_tries')
    .select((of) => of.fn.countAll<bigint>().as('count'))
    .where('username_key', 'like', 'nobody-%')
    .executeTakeFirstOrThrow();
  expect(Number(counted.count)).toBe(checked.length);
  // The places are free again.
  expect((await login(username, 'harbour-9')).status).toBe(200);
});

test('the tries of one name count one by one, however many come at once', async () => {
  const { username } = await shop.register();
  const answers = await Promise.all(Array.from({ length: 30 }, () => login(username, 'wrong-one')));
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(MAX_ATTEMPTS);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(30 - MAX_ATTEMPTS);
});

test('a hash that is none is a failure of its own, and the next check works', async () => {
  await expect(verifyInPlace('no hash', 'x')).rejects.toThrow('argon2');
  expect(await verifyInPlace(undefined, 'x')).toBe(false);
});
