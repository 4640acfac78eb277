import { expect, test } from 'vitest';
import { visitor } from '../../platform/actor.ts';
import { createPerson, TEST_PASSWORD } from '../../testing/people.ts';
import { createWorld } from '../../testing/world.ts';
import { setUserStatus } from '../users/index.ts';
import { authenticate } from './authenticate.ts';
import { login } from './login.ts';

const MINUTE = 60_000;
const origin = { address: '203.0.113.7', userAgent: 'test' };
const elsewhere = { address: '198.51.100.9', userAgent: 'test' };

test('an unknown user and a wrong password get the same answer', async () => {
  const { ctx } = await createWorld(visitor);
  const { user } = await createPerson(ctx);
  const wrong = { username: user.username, password: 'not it at all' };
  const unknown = { username: `${user.username}x`, password: TEST_PASSWORD };
  await expect(login(ctx, wrong, origin)).rejects.toMatchObject({ reason: 'wrongLogin' });
  await expect(login(ctx, unknown, origin)).rejects.toMatchObject({ reason: 'wrongLogin' });
  const right = await login(ctx, { username: user.username.toUpperCase(), password: TEST_PASSWORD }, origin);
  expect(right.user.id).toBe(user.id.toString());
});

test('guessing is refused after ten attempts, for the guesser only, for 15 minutes', async () => {
  const { ctx, clock } = await createWorld(visitor);
  const { user } = await createPerson(ctx);
  const guess = () => login(ctx, { username: user.username, password: 'guess me' }, origin);
  const right = { username: user.username, password: TEST_PASSWORD };
  for (let i = 0; i < 10; i += 1) await expect(guess()).rejects.toMatchObject({ reason: 'wrongLogin' });
  await expect(guess()).rejects.toMatchObject({ reason: 'tooManyTries' });
  await expect(login(ctx, right, origin)).rejects.toMatchObject({ reason: 'tooManyTries' });
  expect((await login(ctx, right, elsewhere)).user.username).toBe(user.username);
  clock.advance(15 * MINUTE);
  expect((await login(ctx, right, origin)).user.username).toBe(user.username);
});

test('concurrent attempts all count', async () => {
  const { ctx } = await createWorld(visitor);
  const { user } = await createPerson(ctx);
  const guesses = await Promise.allSettled(
    Array.from({ length: 14 }, () => login(ctx, { username: user.username, password: 'guess me' }, origin)),
  );
  const reasons = guesses.map((guess) => (guess as PromiseRejectedResult).reason.reason as string);
  expect(reasons.filter((reason) => reason === 'wrongLogin')).toHaveLength(10);
  expect(reasons.filter((reason) => reason === 'tooManyTries')).toHaveLength(4);
});

test('a success resets the wrong attempts before it', async () => {
  const { ctx } = await createWorld(visitor);
  const { user } = await createPerson(ctx);
  const sign = (password: string) => login(ctx, { username: user.username, password }, origin);
  for (let round = 0; round < 3; round += 1) {
    for (let i = 0; i < 5; i += 1)
      await expect(sign('guess me')).rejects.toMatchObject({ reason: 'wrongLogin' });
    expect((await sign(TEST_PASSWORD)).token).not.toBe('');
  }
});

test('a frozen user learns it with the right password only; their token stays known', async () => {
  const { ctx } = await createWorld();
  const { user } = await createPerson(ctx);
  const right = { username: user.username, password: TEST_PASSWORD };
  const { token } = await login(ctx, right, origin);
  await setUserStatus(ctx, user.id, 'frozen');
  const frozen = { reason: 'accountFrozen' };
  await expect(authenticate(ctx, token)).rejects.toMatchObject(frozen);
  await expect(login(ctx, right, origin)).rejects.toMatchObject(frozen);
  const wrong = login(ctx, { ...right, password: 'guess me' }, origin);
  await expect(wrong).rejects.toMatchObject({ reason: 'wrongLogin' });
  await setUserStatus(ctx, user.id, 'active');
  expect(await authenticate(ctx, token)).toMatchObject({ userId: user.id });
});

test('a closed user counts as unknown', async () => {
  const { ctx } = await createWorld();
  const { user } = await createPerson(ctx);
  const right = { username: user.username, password: TEST_PASSWORD };
  const { token } = await login(ctx, right, origin);
  await ctx.db.updateTable('users').set({ status: 'closed' }).where('id', '=', user.id).execute();
  await expect(authenticate(ctx, token)).rejects.toMatchObject({ reason: 'notSignedIn' });
  await expect(login(ctx, right, origin)).rejects.toMatchObject({ reason: 'wrongLogin' });
});
