import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { visitor } from '../../platform/actor.ts';
import { buildAgent } from '../../testing/build.ts';
import { createPerson, TEST_PASSWORD, createOwner } from '../../testing/people.ts';
import { createWorld, createFreshWorld } from '../../testing/world.ts';
import { hashToken } from '../../platform/tokens.ts';
import type { Ctx } from '../../platform/context.ts';
import { checkProxy } from '../../commands/doctor/doctor.ts';
import { CLOUDFLARE } from '../../config/settings.ts';
import { findUserByUsername, setUserStatus } from '../users/index.ts';
import { evaluateAlarms } from '../alarms/evaluate-alarms.ts';
import { authenticate } from './authenticate.ts';
import { readIdentity } from './read-identity.ts';
import { register } from './register.ts';
import { login } from './login.ts';
import { isSessionOver } from './sessions.sql.ts';
import { openSession } from './open-session.ts';
import { findSharedAddress } from './sessions.ts';

describe('registering', () => {
  const origin = { address: '203.0.113.7', userAgent: 'test' };

  function somebody() {
    const username = `n${randomBytes(6).toString('hex')}`;
    return { username, email: `${username}@example.com`, password: TEST_PASSWORD, invitationCode: undefined };
  }

  test('registering signs a buyer in, with an empty balance', async () => {
    const { ctx } = await createWorld(visitor);
    const { username, email, ...rest } = somebody();
    const answer = await register(ctx, { username, email, ...rest }, origin);
    expect(answer.user).toMatchObject({ username, email, balance: '0.00', isAdmin: false, status: 'active' });
    expect(answer.permissions).toEqual({ menus: [], actions: [] });
    const actor = await authenticate(ctx, answer.token);
    expect(await readIdentity({ ...ctx, actor })).toEqual({
      user: answer.user,
      permissions: answer.permissions,
      is_agent: false,
      is_supplier: false,
      two_factor: false,
      recovery_codes: 0,
      to_do: null,
    });
  });

  test('the database keeps a hash of the token, 256 bits long', async () => {
    const { ctx } = await createWorld(visitor);
    const { token } = await register(ctx, somebody(), origin);
    expect(token).toMatch(/^[\w-]{43}$/);
    const stored = await ctx.db
      .selectFrom('sessions')
      .selectAll()
      .where('token_hash', '=', hashToken(token))
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(stored, (_, value: unknown) => String(value))).not.toContain(token);
  });

  test('an invitation code names the agent; an unknown one is refused', async () => {
    const { ctx } = await createWorld(visitor);
    const { user } = await createPerson(ctx);
    const agent = await buildAgent(ctx, { userId: user.id, platformName: 'Quay', telegram: '' });
    const invited = somebody();
    await register(ctx, { ...invited, invitationCode: agent.promotion_code.toLowerCase() }, origin);
    expect(await findUserByUsername(ctx.db, invited.username)).toMatchObject({ agent_id: user.id });
    const stray = somebody();
    const refused = register(ctx, { ...stray, invitationCode: 'NOBODY99' }, origin);
    await expect(refused).rejects.toMatchObject({ reason: 'agentDoesNotExist' });
    expect(await findUserByUsername(ctx.db, stray.username)).toBeUndefined();
  });

  test('a taken name or address, or a common password, is refused', async () => {
    const { ctx } = await createWorld(visitor);
    const known = somebody();
    await register(ctx, known, origin);
    const taken = { reason: 'userExists' };
    const other = somebody();
    await expect(register(ctx, { ...other, username: known.username }, origin)).rejects.toMatchObject(taken);
    await expect(register(ctx, { ...other, email: known.email }, origin)).rejects.toMatchObject(taken);
    const common = register(ctx, { ...other, password: 'Password1' }, origin);
    await expect(common).rejects.toMatchObject({ reason: 'passwordTooCommon' });
    expect(await findUserByUsername(ctx.db, other.username)).toBeUndefined();
  });
});

describe('signing in', () => {
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
    const right = await login(
      ctx,
      { username: user.username.toUpperCase(), password: TEST_PASSWORD },
      origin,
    );
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
});

describe('tokens', () => {
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

  const MINUTE = 60_000;
  const HOUR = 60 * MINUTE;

  const now = new Date('2026-11-20T12:00:00Z');
  const ago = (ms: number): Date => new Date(now.getTime() - ms);

  test.each([
    { who: 'buyer', age: 29 * DAY, unused: 6 * DAY, isOver: false },
    { who: 'buyer', age: 29 * DAY, unused: 7 * DAY, isOver: true },
    { who: 'buyer', age: 30 * DAY, unused: 0, isOver: true },
    { who: 'admin', age: 11 * HOUR, unused: 29 * MINUTE, isOver: false },
    { who: 'admin', age: 11 * HOUR, unused: 30 * MINUTE, isOver: true },
    { who: 'admin', age: 12 * HOUR, unused: 0, isOver: true },
  ])(
    'a $who session, $age ms old, unused for $unused ms: over is $isOver',
    ({ who, age, unused, isOver }) => {
      const session = { created_at: ago(age), last_seen_at: ago(unused) };
      expect(isSessionOver(session, { isAdmin: who === 'admin' }, now)).toBe(isOver);
    },
  );
});

describe('a shared address', () => {
  let ctx: Ctx;

  beforeEach(async () => {
    ({ ctx } = await createFreshWorld());
  });

  async function signIn(...addresses: string[]): Promise<void> {
    for (const address of addresses) {
      const { user } = await createPerson(ctx);
      await openSession(ctx, user, { address, userAgent: 'test', hasGivenCode: false });
    }
  }

  const times = (count: number, address: (n: number) => string): string[] =>
    Array.from({ length: count }, (_, n) => address(n));

  const check = async (trustedProxies: readonly string[], found: readonly string[] = ['203.0.113.80']) => {
    const config = { publicUrl: 'https://shop.example', trustedProxies };
    const [result] = await checkProxy(ctx, config, () => Promise.resolve(found));
    return `${result!.state}: ${result!.detail}`;
  };

  test('visitors who all come from one address are noticed, by doctor and by an alarm', async () => {
    await signIn(...times(9, () => '172.18.0.1'));
    expect(await findSharedAddress(ctx.db)).toBeNull();
    await signIn('::ffff:172.18.0.1');
    const shared = { address: '172.18.0.1', users: 10, all: 10 };
    expect(await findSharedAddress(ctx.db)).toEqual(shared);
    expect(await check([])).toContain('warning: 10 of the last 10 users to sign in came from 172.18.0.1');
    expect(await check(['172.16.0.0/12'])).toContain('does not send X-Forwarded-For');
    const alarms = async (isSandbox: boolean) =>
      (await evaluateAlarms({ ...ctx, isSandbox })).filter(({ kind }) => kind === 'sharedAddress');
    expect(await alarms(false)).toEqual([
      { kind: 'sharedAddress', network: null, findings: [{ code: 'usersShareAddress', facts: shared }] },
    ]);
    expect(await alarms(true)).toEqual([]);
    // Mended: it ends as others sign in.
    await signIn(...times(2, (n) => `198.51.100.${n}`));
    expect(await alarms(false)).toEqual([]);
  });

  test('one user with many devices, and one IPv6 network, are told from many users', async () => {
    const { user } = await createPerson(ctx);
    for (let n = 0; n < 20; n += 1)
      await openSession(ctx, user, { address: '172.18.0.1', userAgent: 'test', hasGivenCode: false });
    expect(await findSharedAddress(ctx.db)).toBeNull();
    await signIn(...times(30, (n) => `2400:cb00:12:7::${n + 1}`));
    expect(await findSharedAddress(ctx.db)).toMatchObject({ address: '2400:cb00:12:7::/64', users: 30 });
    expect(await check([])).toContain('which is Cloudflare');
  });

  test('proxies are looked at before anybody has signed in', async () => {
    expect(await check(['10.0.0.0/8', '0.0.0.0/0'])).toBe(
      'fault: TRUSTED_PROXIES: 0.0.0.0/0: whoever is in it can pretend to any address',
    );
    expect(await check([])).toContain('warning: TRUSTED_PROXIES is not set');
    expect(await check(['loopback'], ['104.16.1.1'])).toContain('warning: shop.example leads to Cloudflare');
    expect(await check(['loopback', ...CLOUDFLARE], ['104.16.1.1'])).toBe(
      'ok: trusted: loopback, cloudflare',
    );
  });
});
