import { beforeAll, expect, test } from 'vitest';
import { signInAdmin } from '../../testing/admin.ts';
import { createTestShop, type TestShop } from '../../testing/app.ts';
import { createPerson } from '../../testing/people.ts';
import { watchMoney } from '../alarms/index.ts';
import { recoverOwner } from './recover-owner.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await createTestShop();
});

test('the command lets a lone owner back in, is audited, and raises an alarm', async () => {
  const { user, headers } = await signInAdmin(shop.ctx);
  await shop.ctx.db.updateTable('users').set({ status: 'frozen' }).where('id', '=', user.id).execute();
  const password = 'what the command printed';
  await recoverOwner(shop.app.systemCtx('command: recover-owner'), { username: user.username, password });
  expect((await shop.call('GET', '/api/auth/me', undefined, headers)).code).toBe(401);
  const body = { username: user.username, password };
  const { data } = await shop.call('POST', '/api/auth/login', body);
  expect([data.two_factor, data.to_do]).toEqual([false, 'password']);
  await watchMoney(shop.app.systemCtx('test'));
  const { detail } = await shop.ctx.db
    .selectFrom('alarms')
    .selectAll()
    .where('kind', '=', 'ownerRecovered')
    .executeTakeFirstOrThrow();
  expect(detail).toContain(`user:${user.id} at`);
});

test('it serves owners only, and the server only', async () => {
  const { user } = await createPerson(shop.ctx);
  const wanted = { username: user.username, password: 'what the command printed' };
  const system = shop.app.systemCtx('command: recover-owner');
  await expect(recoverOwner(system, wanted)).rejects.toMatchObject({ reason: 'notFound' });
  const clerk = await signInAdmin(shop.ctx, ['user.write']);
  const asClerk = { ...wanted, username: clerk.user.username };
  await expect(recoverOwner(system, asClerk)).rejects.toMatchObject({ reason: 'notFound' });
  await expect(recoverOwner(clerk.ctx, asClerk)).rejects.toMatchObject({ reason: 'noPermission' });
});
