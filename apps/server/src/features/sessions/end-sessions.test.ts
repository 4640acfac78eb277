import { EventSource } from 'eventsource';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createPerson, TEST_PASSWORD, signInAdmin, createOwner } from '../../testing/people.ts';
import { createWorld } from '../../testing/world.ts';
import { Live } from '../../platform/live.ts';
import { bearer, createTestShop, type TestShop, type Answer } from '../../testing/app.ts';
import { atEndOfFile } from '../../testing/end-of-file.ts';
import { ann, annAtWork, bob, join, stranger } from '../../testing/valkey.ts';
import { authenticate } from './authenticate.ts';
import { changePassword, renderResetCode } from './reset-password.ts';
import { login } from './login.ts';
import { logout, endStreams } from './sessions.ts';
import { recoverOwner } from './recover-owner.ts';

let shop: TestShop;

describe('ended sessions', () => {
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

  const SOON = { interval: 5 };
  let base: string;
  const sources: EventSource[] = [];

  beforeAll(async () => {
    shop = await createTestShop();
    await shop.app.http.listen({ host: '127.0.0.1', port: 0 });
    atEndOfFile(() => shop.app.stop());
    base = `http://127.0.0.1:${(shop.app.http.server.address() as AddressInfo).port}`;
  });

  afterEach(() => sources.splice(0).forEach((source) => source.close()));

  /** A stream as a page opens it: the names of the events it hears. */
  function open(headers: Record<string, string>): string[] {
    const source = new EventSource(`${base}/api/live?visitor=visitor-${sources.length}`, {
      fetch: (url, init) => fetch(url, { ...init, headers: { ...init.headers, ...headers } }),
    });
    sources.push(source);
    const heard: string[] = [];
    for (const name of ['balance', 'session']) source.addEventListener(name, () => void heard.push(name));
    return heard;
  }

  test('a stolen session loses its open stream when the server’s command lets the owner back in', async () => {
    const owner = await signInAdmin(shop.ctx);
    const buyer = await shop.register();
    const [thief, bystander] = [open(owner.headers), open(bearer(buyer.token))];
    for (const stream of [thief, bystander]) await expect.poll(() => stream, SOON).toContain('balance');
    // The command is a process of its own: what it publishes reaches no stream.
    const command = { ...shop.app.systemCtx('command: owner'), live: new Live() };
    await recoverOwner(command, { username: owner.user.username, password: 'what is printed' });
    shop.app.startJobs();
    await expect.poll(() => thief, SOON).toContain('session');
    expect(bystander).not.toContain('session');
  });

  test('streams end with sessions that expire, or whose user is blocked in the database', async () => {
    const { ctx } = shop;
    const live = new Live();
    const { user } = await createOwner(ctx);
    const insert = async (seenAgoMs: number): Promise<bigint> => {
      const now = ctx.clock.now();
      const row = {
        user_id: user.id,
        token_hash: Buffer.from(`session ${seenAgoMs}`),
        address: '',
        user_agent: '',
        created_at: now,
        last_seen_at: new Date(now.getTime() - seenAgoMs),
      };
      const { id } = await ctx.db
        .insertInto('sessions')
        .values(row)
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    };
    const [used, idle] = [await insert(0), await insert(31 * 60_000)];
    const streams = await Promise.all([
      join(live, { ...ann, sessionId: used }),
      join(live, { ...annAtWork, sessionId: idle }),
      join(live, { ...bob, sessionId: 987_654n }),
      join(live, stranger),
    ]);
    const ended = () => streams.map(({ heard }) => heard.some((text) => text.includes('event: session')));
    await endStreams(ctx, live);
    expect(ended()).toEqual([false, true, true, false]);
    await ctx.db.updateTable('users').set({ status: 'frozen' }).where('id', '=', user.id).execute();
    await endStreams(ctx, live);
    expect(ended()).toEqual([true, true, true, false]);
  });
});

describe('calls of sessions', () => {
  /** The wire of signing in: what a caller without a page sends, and what comes back. */

  const PASSWORD = 'harbour-9';

  beforeAll(async () => {
    shop = await createTestShop();
  });

  const told = ({ status, code }: Answer): number[] => [status, code];
  const post = (path: string, sent: unknown) => shop.call('POST', `/api/auth/${path}`, sent);

  async function readCode(email: string): Promise<string> {
    const mail = await shop.ctx.db
      .selectFrom('mails')
      .select('reference')
      .where('recipient', '=', email)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    return (await renderResetCode(shop.app.systemCtx('test'), mail.reference))!.text.slice(0, 6);
  }

  test.each<[string, unknown, number]>([
    ['login', {}, 502],
    ['login', { username: '  ', password: 'x' }, 502],
    ['login', { username: 'ann' }, 510],
    ['login', { username: 'ann', password: ['x'] }, 519],
    ['login', { username: 'ann', password: 'x'.repeat(257) }, 519],
    ['password/code', {}, 510],
    ['password/code', { email: '' }, 510],
    ['password/code', { email: 'nobody' }, 519],
    ['password/reset', { email: 'a@example.com', password: PASSWORD }, 510],
    ['password/reset', { email: 'a@example.com', code: '12345', password: PASSWORD }, 519],
    ['password/reset', { email: 'a@example.com', code: 123456, password: PASSWORD }, 519],
    ['password/reset', { email: 'a@example.com', code: '123456', password: 'short' }, 519],
  ])('%s with %j is refused', async (path, sent, code) => {
    expect(told(await post(path, sent))).toEqual([400, code]);
  });

  test('a token works until logout', async () => {
    const ann = await shop.register();
    const login = await post('login', { username: `  ${ann.username.toUpperCase()} `, password: PASSWORD });
    expect(login.data).toMatchObject({
      user: { username: ann.username, balance: '0.00', isAdmin: false },
      permissions: { menus: [], actions: [] },
    });
    const { token, ...identity } = login.data as { token: string };
    const me = () => shop.call('GET', '/api/auth/me', undefined, bearer(token));
    expect((await me()).data).toEqual(identity);
    const logout = await shop.call('POST', '/api/auth/logout', undefined, bearer(token));
    expect([...told(logout), logout.data]).toEqual([200, 200, null]);
    expect(told(await me())).toEqual([401, 401]);
  });

  test('blanks in a password count', async () => {
    const { username, email } = await shop.register();
    const spaced = '  harbour 10  ';
    const change = { username: `${username}x`, email: `x${email}`, password: spaced, agree: true };
    expect(told(await post('register', change))).toEqual([200, 200]);
    const login = (password: string) => post('login', { username: change.username, password });
    expect(told(await login(spaced.trim()))).toEqual([401, 511]);
    expect(told(await login(spaced))).toEqual([200, 200]);
  });

  test('ten wrong passwords, then 500003', async () => {
    const { username } = await shop.register();
    const answers = [];
    for (let i = 0; i < 11; i += 1)
      answers.push(told(await post('login', { username, password: 'wrong-one' })));
    expect(answers).toEqual([...Array.from({ length: 10 }, () => [401, 511]), [429, 500_003]]);
  });

  test('changing the password', async () => {
    const { token } = await shop.register();
    const change = (sent: unknown) => shop.call('PUT', '/api/auth/password', sent, bearer(token));
    expect(told(await change({ password: 'harbour-10' }))).toEqual([400, 510]);
    expect(told(await change({ old_password: 'wrong-one', password: 'harbour-10' }))).toEqual([400, 200_004]);
    expect(told(await change({ old_password: PASSWORD, password: '12345' }))).toEqual([400, 519]);
    expect(told(await change({ old_password: PASSWORD, password: 'harbour-10' }))).toEqual([200, 200]);
    expect(told(await change({ old_password: 'harbour-10', password: PASSWORD }))).toEqual([401, 401]);
  });

  test('resetting a forgotten password', async () => {
    const { email, username, token } = await shop.register();
    const reset = (code: string) => post('password/reset', { email, code, password: 'harbour-11' });
    expect(told(await post('password/code', { email }))).toEqual([200, 200]);
    expect(told(await post('password/code', { email }))).toEqual([429, 100_004]);
    const code = await readCode(email);
    const wrong = code === '000000' ? '000001' : '000000';
    expect(told(await reset(wrong))).toEqual([400, 100_002]);
    expect(told(await reset(code))).toEqual([200, 200]);
    expect(told(await reset(code))).toEqual([400, 100_003]);
    expect(told(await shop.call('GET', '/api/auth/me', undefined, bearer(token)))).toEqual([401, 401]);
    expect(told(await post('login', { username, password: 'harbour-11' }))).toEqual([200, 200]);
  });

  test('an unknown address gets the same answer as a known one', async () => {
    const { email } = await shop.register();
    const answers = async (to: string) => [
      withoutRequest((await post('password/code', { email: to })).body),
      (await post('password/code', { email: to })).body,
    ];
    const withoutRequest = ({ data, ...body }: any) => [body, Object.keys(data), data.request.length];
    expect(await answers(`nobody-${email}`)).toEqual(await answers(email));
  });

  test('an owner can freeze and unfreeze a buyer, but not themselves', async () => {
    const { user: owner, headers: asOwner } = await signInAdmin(shop.ctx);
    const buyer = await shop.register();
    const set = (id: string, status: string) =>
      shop.call('PUT', `/api/users/${id}/status`, { status }, asOwner);
    const me = () => shop.call('GET', '/api/auth/me', undefined, bearer(buyer.token));
    expect(told(await set(buyer.id, 'frozen'))).toEqual([200, 200]);
    expect(told(await me())).toEqual([403, 200_002]);
    expect(told(await set(buyer.id, 'active'))).toEqual([200, 200]);
    expect(told(await me())).toEqual([200, 200]);
    expect(told(await set(owner.id.toString(), 'frozen'))).toEqual([403, 400_003]);
    expect(told(await set('999999999', 'frozen'))).toEqual([404, 506]);
    expect(told(await set('x', 'frozen'))).toEqual([400, 519]);
    expect(told(await set(buyer.id, 'gone'))).toEqual([400, 519]);
  });
});
