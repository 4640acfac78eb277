import { beforeAll, expect, test } from 'vitest';
import { signInAdmin, createPerson } from '../../testing/people.ts';
import { createTestShop, type TestShop } from '../../testing/app.ts';
import { watchMoney } from '../alarms/index.ts';
import { findUser } from '../users/index.ts';
import { addOwner, recoverOwner } from './recover-owner.ts';

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
  const { findings } = await shop.ctx.db
    .selectFrom('alarms')
    .selectAll()
    .where('kind', '=', 'ownerRecovered')
    .executeTakeFirstOrThrow();
  expect(findings).toMatchObject([{ code: 'ownerRecovered', facts: { user: user.username } }]);
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

test('only one of the two may be taken away', async () => {
  const { user } = await signInAdmin(shop.ctx);
  const system = shop.app.systemCtx('command: owner');
  const factors = () =>
    shop.ctx.db.selectFrom('two_factors').selectAll().where('user_id', '=', user.id).execute();
  const hash = async () => (await findUser(shop.ctx.db, user.id))!.password_hash;
  const [before, had] = [await hash(), (await factors()).length];
  await recoverOwner(system, { username: user.username, password: 'what is printed', keepsTwoFactor: true });
  expect(await factors()).toHaveLength(had);
  const given = await hash();
  expect(given).not.toBe(before);
  await recoverOwner(system, { username: user.username, password: null });
  expect(await factors()).toEqual([]);
  expect(await hash()).toBe(given);
});

test('an owner is added by the server only, is audited, and must change the password', async () => {
  const name = `second-${Date.now()}`;
  const wanted = { username: name, email: `${name}@example.test`, password: 'what the command printed' };
  await addOwner(shop.app.systemCtx('command: owner make'), wanted);
  const { data } = await shop.call('POST', '/api/auth/login', { username: name, password: wanted.password });
  expect(data.to_do).toBe('password');
  const entry = await shop.ctx.db
    .selectFrom('audit_entries')
    .selectAll()
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(entry).toMatchObject({
    action: 'owner.recover',
    job: 'command: owner make',
    after: { added: true },
  });
  await expect(addOwner(shop.app.systemCtx('x'), wanted)).rejects.toMatchObject({ reason: 'userExists' });
  const owner = await signInAdmin(shop.ctx);
  await expect(addOwner(owner.ctx, wanted)).rejects.toMatchObject({ reason: 'noPermission' });
});
