import { expect, test } from 'vitest';
import { systemActor, visitor } from '../../platform/actor.ts';
import type { Publication } from '../../platform/live.ts';
import { createOwner, createPerson } from '../../testing/people.ts';
import { createWorld } from '../../testing/world.ts';
import { checkUsername } from './take-username.ts';
import { foldName, findUser, findUserByEmail, findUserByUsername } from './users.sql.ts';
import { readBalance } from './list-movements.ts';
import { setUserStatus } from './set-user-status.ts';

test('a new user is active, has a zero balance, and is found by any spelling of the name', async () => {
  const { ctx } = await createWorld();
  const { user, actor } = await createPerson(ctx);
  expect(user).toMatchObject({ status: 'active', role_id: null });
  expect(await readBalance({ ...ctx, actor }, { query: {} })).toEqual({ balance: '0.00' });
  expect(await findUserByUsername(ctx.db, user.username.toUpperCase())).toEqual(user);
  expect(await findUserByEmail(ctx.db, user.email.toUpperCase())).toEqual(user);
});

test.each([
  ['Ann', 'aNN'],
  ['Ａｎｎ', 'ann'],
  ['Straße', 'STRASSE'],
  ['İstanbul', 'i̇stanbul'],
  ['ﬁn', 'FIN'],
])('%s and %s are one name', (one, other) => {
  expect(foldName(one)).toBe(foldName(other));
});

test('the same username or e-mail address is refused and leaves nothing', async () => {
  const { ctx } = await createWorld();
  const { user } = await createPerson(ctx);
  const count = async () =>
    (await ctx.db.selectFrom('ledger_accounts').select('id').where('id', '>', user.id).execute()).length;
  const before = await count();
  const taken = { reason: 'userExists' };
  await expect(createPerson(ctx, { username: user.username.toUpperCase() })).rejects.toMatchObject(taken);
  await expect(createPerson(ctx, { email: user.email.toUpperCase() })).rejects.toMatchObject(taken);
  expect(await count()).toBe(before);
});

test('of many registrations of one name at the same time one succeeds', async () => {
  const { ctx } = await createWorld();
  const username = `race${Math.random()}`;
  const tries = await Promise.allSettled(Array.from({ length: 8 }, () => createPerson(ctx, { username })));
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('whether a username is free', async () => {
  const { ctx } = await createWorld();
  const { user } = await createPerson(ctx);
  expect(await checkUsername(ctx, user.username.toUpperCase())).toEqual({ available: false });
  expect(await checkUsername(ctx, `${user.username}x`)).toEqual({ available: true });
});

test('a visitor has no balance', async () => {
  const { ctx } = await createWorld(visitor);
  await expect(readBalance(ctx, { query: {} })).rejects.toMatchObject({ reason: 'notSignedIn' });
});

test("freezing ends the user's streams and no others; unfreezing does not", async () => {
  const { ctx } = await createWorld();
  const owner = await createOwner(ctx);
  const { user } = await createPerson(ctx);
  const published: Publication[] = [];
  const live = {
    now: () => 0,
    changed: () => undefined,
    publish: (publication: Publication) => void published.push(publication),
  };
  const asOwner = { ...ctx, actor: owner.actor, live };
  await setUserStatus(asOwner, user.id, 'frozen');
  expect((await findUser(ctx.db, user.id))?.status).toBe('frozen');
  expect(published).toEqual([{ to: user.id, name: 'session', data: {} }]);
  await setUserStatus(asOwner, user.id, 'active');
  expect((await findUser(ctx.db, user.id))?.status).toBe('active');
  expect(published).toHaveLength(1);
});

test('no one can freeze themselves, a user above them, or an unknown user', async () => {
  const { ctx } = await createWorld();
  const owner = await createOwner(ctx);
  const clerk = await createPerson(ctx);
  const asClerk = { ...ctx, actor: { ...clerk.actor, isAdmin: true, actions: new Set(['user.status']) } };
  const refused = { reason: 'noPermission' };
  await expect(setUserStatus({ ...ctx, actor: owner.actor }, owner.user.id, 'frozen')).rejects.toMatchObject(
    refused,
  );
  await expect(setUserStatus(asClerk, owner.user.id, 'frozen')).rejects.toMatchObject(refused);
  await expect(setUserStatus({ ...ctx, actor: clerk.actor }, owner.user.id, 'frozen')).rejects.toMatchObject(
    refused,
  );
  await expect(setUserStatus(asClerk, 999_999_999n, 'frozen')).rejects.toMatchObject({
    reason: 'notFound',
  });
  expect((await findUser(ctx.db, owner.user.id))?.status).toBe('active');
  await setUserStatus({ ...ctx, actor: systemActor('test') }, owner.user.id, 'frozen');
  expect((await findUser(ctx.db, owner.user.id))?.status).toBe('frozen');
});
