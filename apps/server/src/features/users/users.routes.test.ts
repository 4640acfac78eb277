import { beforeAll, expect, test } from 'vitest';
import { createTestShop, type TestShop } from '../../testing/app.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await createTestShop();
});

const check = (username: string) =>
  shop.call('GET', `/api/users/check-username?username=${encodeURIComponent(username)}`);

test('whether a username is free', async () => {
  const { username } = await shop.register();
  expect((await check(` ${username.toUpperCase()} `)).data).toEqual({ available: false });
  expect((await check(`${username}x`)).data).toEqual({ available: true });
  expect(await check('')).toMatchObject({ status: 400, code: 502 });
  expect(await check('x'.repeat(65))).toMatchObject({ status: 400, code: 519 });
});
