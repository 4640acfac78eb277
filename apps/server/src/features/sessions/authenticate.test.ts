import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { visitor } from '../../platform/actor.ts';
import { createOwner, TEST_PASSWORD } from '../../testing/people.ts';
import { createWorld } from '../../testing/world.ts';
import { authenticate } from './authenticate.ts';
import { login, register } from './login.ts';

const DAY = 24 * 3_600_000;
const origin = { address: '203.0.113.7', userAgent: 'test' };

function somebody() {
  const username = `n${randomBytes(6).toString('hex')}`;
  return { username, email: `${username}@example.com`, password: TEST_PASSWORD, invitationCode: undefined };
}

test('a token ends when unused for seven days; use keeps it, thirty days at most', async () => {
  const { ctx, clock } = await createWorld(visitor);
  const { token } = await register(ctx, somebody(), origin);
  for (let day = 0; day < 24; day += 6) {
    clock.advance(6 * DAY);
    await authenticate(ctx, token);
  }
  clock.advance(6 * DAY);
  await expect(authenticate(ctx, token)).rejects.toMatchObject({ reason: 'notSignedIn' });
  const idle = await register(ctx, somebody(), origin);
  clock.advance(7 * DAY);
  await expect(authenticate(ctx, idle.token)).rejects.toMatchObject({ reason: 'notSignedIn' });
});

test('the last use is written at most once a minute', async () => {
  const { ctx, clock } = await createWorld(visitor);
  const { token } = await register(ctx, somebody(), origin);
  const { sessionId } = await authenticate(ctx, token);
  const seen = async () =>
    (
      await ctx.db
        .selectFrom('sessions')
        .select('last_seen_at')
        .where('id', '=', sessionId)
        .executeTakeFirst()
    )?.last_seen_at;
  const opened = clock.now();
  clock.advance(59_000);
  await authenticate(ctx, token);
  expect(await seen()).toEqual(opened);
  clock.advance(1_000);
  await authenticate(ctx, token);
  expect(await seen()).toEqual(clock.now());
});

test('with real money an admin needs a second factor and a password of their own for anything', async () => {
  const { ctx } = await createWorld();
  const { user } = await createOwner(ctx);
  const signIn = await login(ctx, { username: user.username, password: TEST_PASSWORD }, origin);
  const { token } = signIn;
  expect(signIn).toMatchObject({ to_do: 'two_factor', permissions: { actions: [] } });
  const nothing = { isAdmin: true, actions: new Set() };
  expect(await authenticate(ctx, token)).toMatchObject({ ...nothing, notReady: 'twoFactorMissing' });
  await ctx.db.updateTable('users').set({ must_change_password: true }).where('id', '=', user.id).execute();
  const inSandbox = await authenticate({ ...ctx, isSandbox: true }, token);
  expect(inSandbox).toMatchObject({ ...nothing, notReady: 'passwordChangeNeeded' });
});

test('the role is read on every request', async () => {
  const world = await createWorld();
  const ctx = { ...world.ctx, isSandbox: true };
  const { user } = await createOwner(ctx);
  const {
    token,
    user: shown,
    permissions,
  } = await login(ctx, { username: user.username, password: TEST_PASSWORD }, origin);
  expect(shown.isAdmin).toBe(true);
  expect(permissions.menus).toContainEqual({ path: '/admin/dataBoard' });
  expect(permissions.actions).toContain('user.status');
  expect([...(await authenticate(ctx, token)).actions]).toContain('user.status');
  await ctx.db.updateTable('users').set({ role_id: null }).where('id', '=', user.id).execute();
  expect(await authenticate(ctx, token)).toMatchObject({ isAdmin: false, actions: new Set() });
});
