import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createPerson, TEST_PASSWORD } from '../../testing/people.ts';
import { createWorld } from '../../testing/world.ts';
import { authenticate } from './authenticate.ts';
import { changePassword } from './change-password.ts';
import { login } from './login.ts';
import { logout } from './list-sessions.ts';

const origin = { address: '203.0.113.7', userAgent: 'test' };
const elsewhere = { address: '198.51.100.9', userAgent: 'test' };

test('logging out ends this session and its streams, not the others', async () => {
  const { ctx } = await createWorld();
  const { user } = await createPerson(ctx);
  const right = { username: user.username, password: TEST_PASSWORD };
  const [here, there] = [await login(ctx, right, origin), await login(ctx, right, elsewhere)];
  const actor = await authenticate(ctx, here.token);
  const published: unknown[] = [];
  await logout({
    ...ctx,
    actor,
    live: {
      changed: () => undefined,
      publish: (publication) => void published.push(publication),
    },
  });
  expect(published).toEqual([{ to: { sessionId: actor.sessionId }, name: 'session', data: {} }]);
  await expect(authenticate(ctx, here.token)).rejects.toMatchObject({ reason: 'notSignedIn' });
  expect(await authenticate(ctx, there.token)).toMatchObject({ userId: user.id });
});

test('changing the password needs the old one and ends every session and stream', async () => {
  const { ctx } = await createWorld();
  const { user } = await createPerson(ctx);
  const sign = (password: string) => login(ctx, { username: user.username, password }, origin);
  const [here, there] = [await sign(TEST_PASSWORD), await sign(TEST_PASSWORD)];
  const published: unknown[] = [];
  const mine = {
    ...ctx,
    actor: await authenticate(ctx, here.token),
    live: {
      changed: () => undefined,
      publish: (publication: unknown) => void published.push(publication),
    },
  };
  const change = (oldPassword: string, password: string) => changePassword(mine, { oldPassword, password });
  await expect(change('guess me', 'a new harbour')).rejects.toMatchObject({ reason: 'oldPasswordWrong' });
  await expect(change(TEST_PASSWORD, '123456')).rejects.toMatchObject({ reason: 'passwordTooCommon' });
  expect(await authenticate(ctx, here.token)).toMatchObject({ userId: user.id });
  await change(TEST_PASSWORD, 'a new harbour');
  for (const { token } of [here, there]) {
    await expect(authenticate(ctx, token)).rejects.toMatchObject({ reason: 'notSignedIn' });
  }
  expect(published).toEqual([{ to: user.id, name: 'session', data: {} }]);
  await expect(sign(TEST_PASSWORD)).rejects.toMatchObject({ reason: 'wrongLogin' });
  expect((await sign('a new harbour')).user.id).toBe(user.id.toString());
});

test('no sign-in with the old password survives a concurrent change', async () => {
  const { ctx } = await createWorld();
  const { user } = await createPerson(ctx);
  const { token } = await login(ctx, { username: user.username, password: TEST_PASSWORD }, origin);
  const mine = { ...ctx, actor: await authenticate(ctx, token) };
  const change = { oldPassword: TEST_PASSWORD, password: 'a new harbour' };
  const changed = changePassword(mine, change).then(() => true);
  const tries: Promise<string | null>[] = [];
  while (!(await Promise.race([changed, sleep(2, false)]))) {
    const address = `198.51.100.${tries.length % 250}`;
    const guess = { username: user.username, password: TEST_PASSWORD };
    tries.push(
      login(ctx, guess, { ...origin, address }).then(
        (signIn) => signIn.token,
        () => null,
      ),
    );
  }
  const tokens = (await Promise.all(tries)).filter((opened) => opened !== null);
  expect(tries.length).toBeGreaterThan(1);
  for (const opened of tokens)
    await expect(authenticate(ctx, opened)).rejects.toMatchObject({ reason: 'notSignedIn' });
});
