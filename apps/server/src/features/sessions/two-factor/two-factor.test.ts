import { acceptCode } from './two-factor.ts';
import type { SignIn } from '@portside/contract';
import { setTimeout as sleep } from 'node:timers/promises';
import { Secret, TOTP } from 'otpauth';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { signInAdmin, createPerson, TEST_PASSWORD } from '../../../testing/people.ts';
import { bearer, createTestShop, type Answer, type TestShop } from '../../../testing/app.ts';
import { ensureOwnerRole } from '../../roles/index.ts';
import { MINUTE_MS } from '../../../platform/clock.ts';

/** The second factor on the wire, with an authenticator app of the test's own. */

const STEP_MS = 30_000;

let shop: TestShop;
beforeAll(async () => {
  shop = await createTestShop();
});
// Every test begins with a time step of its own.
beforeEach(() => shop.clock.advance(10 * STEP_MS));

const codeOf = (secret: string, stepsAhead = 0): string =>
  TOTP.generate({
    secret: Secret.fromBase32(secret),
    timestamp: shop.clock.now().getTime() + stepsAhead * STEP_MS,
  });
const told = ({ status, code }: Answer): number[] => [status, code];
const post = (path: string, sent: unknown, token?: string): Promise<Answer> =>
  shop.call('POST', `/api/auth/${path}`, sent, token === undefined ? {} : bearer(token));
const login = (username: string, totp_code?: string, password = TEST_PASSWORD): Promise<Answer> =>
  post('login', { username, password, totp_code });
const wrongFor = (code: string): string => (code === '123456' ? '654321' : '123456');

/** A user with a second factor, and the session that has set it up. */
async function enrol(roleId: bigint | null = null) {
  const { user } = await createPerson(shop.ctx, { roleId });
  const { data } = (await login(user.username)) as { data: SignIn };
  const begun = await post('two-factor', { password: TEST_PASSWORD }, data.token);
  const secret = begun.data.secret as string;
  expect(told(await post('two-factor/confirm', { totp_code: codeOf(secret) }, data.token))).toEqual([
    200, 200,
  ]);
  shop.clock.advance(STEP_MS);
  return { user, secret, token: data.token, uri: begun.data.uri as string };
}
const me = (token: string) => shop.call('GET', '/api/auth/me', undefined, bearer(token));

test('once it is on, signing in needs a code; the secret cannot be read anywhere', async () => {
  const { user, secret, token, uri } = await enrol();
  expect(uri).toMatch(/^otpauth:\/\/totp\/localhost.*:u[0-9a-f]{12}\?/);
  expect(uri).toContain(`secret=${secret}`);
  expect((await me(token)).data).toMatchObject({ two_factor: true, to_do: null });
  expect(told(await login(user.username))).toEqual([403, 300_015]);
  expect(told(await login(user.username, codeOf(secret), 'not it at all'))).toEqual([401, 511]);
  expect(told(await login(user.username, wrongFor(codeOf(secret))))).toEqual([400, 100_002]);
  expect(told(await login(user.username, codeOf(secret)))).toEqual([200, 200]);
  const row = await shop.ctx.db
    .selectFrom('two_factors')
    .selectAll()
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow();
  expect(row.sealed.includes(Buffer.from(secret))).toBe(false);
  expect(row.sealed.includes(Buffer.from(Secret.fromBase32(secret).bytes))).toBe(false);
});

test('a code works once, for any purpose, and invalidates earlier ones', async () => {
  const { user, secret } = await enrol();
  const [earlier, code] = [codeOf(secret, -1), codeOf(secret)];
  const tries = await Promise.all(Array.from({ length: 2 }, () => login(user.username, code)));
  expect(tries.map((one) => one.code).filter((one) => one === 200)).toHaveLength(1);
  const { token } = tries.find((one) => one.code === 200)!.data;
  expect(told(await post('step-up', { totp_code: code }, token))).toEqual([400, 100_002]);
  expect(told(await post('step-up', { totp_code: earlier }, token))).toEqual([400, 100_002]);
  expect(told(await post('step-up', { totp_code: codeOf(secret, 1) }, token))).toEqual([200, 200]);
});

test('a code is valid one time step before and after, no longer', async () => {
  const { token, secret } = await enrol();
  const give = (stepsAhead: number) => post('step-up', { totp_code: codeOf(secret, stepsAhead) }, token);
  shop.clock.advance(10 * STEP_MS);
  expect((await give(-2)).code).toBe(100_002);
  expect((await give(2)).code).toBe(100_002);
  expect((await give(-1)).code).toBe(200);
  expect((await give(1)).code).toBe(200);
});

test('guessing codes is refused after five attempts, for 15 minutes', async () => {
  const { user, secret, token } = await enrol();
  const guess = () => post('step-up', { totp_code: wrongFor(codeOf(secret)) }, token);
  const answers = await Promise.all(Array.from({ length: 7 }, guess));
  expect(answers.filter(({ code }) => code === 100_002)).toHaveLength(5);
  expect((await login(user.username, codeOf(secret))).code).toBe(500_003);
  shop.clock.advance(15 * MINUTE_MS);
  expect((await login(user.username, codeOf(secret))).code).toBe(200);
});

test('enrolment needs the password and a first code in time, and ends other sessions', async () => {
  const { user } = await createPerson(shop.ctx);
  const [one, other] = [(await login(user.username)).data.token, (await login(user.username)).data.token];
  expect((await post('two-factor', { password: 'not it at all' }, one)).code).toBe(200_004);
  expect((await post('two-factor/confirm', { totp_code: '000000' }, one)).code).toBe(300_016);
  const late = (await post('two-factor', { password: TEST_PASSWORD }, one)).data.secret;
  shop.clock.advance(15 * MINUTE_MS + 1);
  expect((await post('two-factor/confirm', { totp_code: codeOf(late) }, one)).code).toBe(100_003);
  expect((await login(user.username)).code).toBe(200);
  const { secret } = (await post('two-factor', { password: TEST_PASSWORD }, one)).data;
  expect((await post('two-factor/confirm', { totp_code: codeOf(late) }, one)).code).toBe(100_002);
  expect((await post('two-factor/confirm', { totp_code: codeOf(secret) }, one)).code).toBe(200);
  expect(told(await me(one))).toEqual([200, 200]);
  expect(told(await me(other))).toEqual([401, 401]);
  expect((await post('two-factor', { password: TEST_PASSWORD }, one)).code).toBe(300_019);
});

test('no sign-in without a code survives its switching on', async () => {
  const { user } = await createPerson(shop.ctx);
  const { token } = (await login(user.username)).data as SignIn;
  const { secret } = (await post('two-factor', { password: TEST_PASSWORD }, token)).data;
  const confirmed = post('two-factor/confirm', { totp_code: codeOf(secret) }, token).then(() => true);
  const tries = [login(user.username)];
  while (!(await Promise.race([confirmed, sleep(1, false)]))) tries.push(login(user.username));
  const opened = (await Promise.all(tries)).filter(({ code }) => code === 200);
  for (const { data } of opened) expect(told(await me(data.token))).toEqual([401, 401]);
});

test('turning it off needs password and code', async () => {
  const { user, secret, token } = await enrol();
  const off = (password: string, totp_code: string) => post('two-factor/off', { password, totp_code }, token);
  expect((await off('not it at all', codeOf(secret))).code).toBe(200_004);
  expect((await off(TEST_PASSWORD, wrongFor(codeOf(secret)))).code).toBe(100_002);
  expect((await off(TEST_PASSWORD, codeOf(secret))).code).toBe(200);
  expect((await login(user.username)).code).toBe(200);
});

test('the first owner has to change the password and set up a second factor before acting', async () => {
  const { user } = await createPerson(shop.ctx, {
    roleId: await ensureOwnerRole(shop.ctx.db),
    mustChangePassword: true,
  });
  const { token, to_do } = (await login(user.username)).data;
  const users = (as: string) => shop.call('GET', '/api/audit', undefined, bearer(as));
  expect([to_do, (await users(token)).code]).toEqual(['password', 300_018]);
  const change = (password: string) =>
    shop.call('PUT', '/api/auth/password', { old_password: TEST_PASSWORD, password }, bearer(token));
  expect((await change(TEST_PASSWORD)).code).toBe(519);
  expect((await change('short-one')).code).toBe(519);
  expect((await change('another harbour')).code).toBe(200);
  const again = (await login(user.username, undefined, 'another harbour')).data as SignIn;
  expect([again.to_do, (await users(again.token)).code]).toEqual(['two_factor', 300_016]);
  const { secret } = (await post('two-factor', { password: 'another harbour' }, again.token)).data;
  await post('two-factor/confirm', { totp_code: codeOf(secret) }, again.token);
  expect((await users(again.token)).code).toBe(200);
});

test('another admin can reset a lost second factor; no one can reset their own or that of a user above them', async () => {
  const lost = await enrol();
  const owner = await enrol(await ensureOwnerRole(shop.ctx.db));
  const helper = await signInAdmin(shop.ctx, ['user.twoFactor']);
  const reset = (id: bigint, headers = helper.headers) =>
    shop.call('DELETE', `/api/users/${id}/two-factor`, undefined, headers);
  expect((await reset(owner.user.id)).code).toBe(400_003);
  expect((await reset(owner.user.id, bearer(owner.token))).code).toBe(400_003);
  expect((await reset(helper.user.id)).code).toBe(400_003);
  expect((await reset(lost.user.id)).code).toBe(200);
  expect((await me(lost.token)).code).toBe(401);
  expect((await login(lost.user.username)).code).toBe(200);
  expect((await reset(lost.user.id)).code).toBe(506);
  shop.clock.advance(5 * MINUTE_MS + 1);
  expect((await reset(lost.user.id)).code).toBe(300_017);
});

test('open sessions are listed for their owner and for an admin, and can be ended', async () => {
  const { user } = await createPerson(shop.ctx);
  const [one, other] = [(await login(user.username)).data.token, (await login(user.username)).data.token];
  const helper = await signInAdmin(shop.ctx, ['user.sessions']);
  const list = async (headers: Record<string, string>, path = 'auth/sessions') =>
    (await shop.call('GET', `/api/${path}`, undefined, headers)).data.items;
  const own = await list(bearer(one));
  expect(own.map(({ current }: { current: boolean }) => current)).toEqual([false, true]);
  expect(await list(helper.headers, `users/${user.id}/sessions`)).toHaveLength(2);
  const end = (id: string, headers: Record<string, string>) =>
    shop.call('DELETE', `/api/auth/sessions/${id}`, undefined, headers);
  expect((await end(own[0].id, helper.headers)).code).toBe(506);
  expect((await end(own[0].id, bearer(one))).code).toBe(200);
  expect([(await me(other)).code, (await me(one)).code]).toEqual([401, 200]);
  await shop.call('DELETE', `/api/users/${user.id}/sessions`, undefined, helper.headers);
  expect((await me(one)).code).toBe(401);
});

test('a recovery code takes the place of the app, once, in any spelling', async () => {
  const { user } = await createPerson(shop.ctx);
  const { data } = (await login(user.username)) as { data: SignIn };
  const begun = await post('two-factor', { password: TEST_PASSWORD }, data.token);
  const secret = begun.data.secret as string;
  const confirmed = await post('two-factor/confirm', { totp_code: codeOf(secret) }, data.token);
  const codes = confirmed.data.recovery_codes as string[];
  expect([codes.length, new Set(codes).size]).toEqual([10, 10]);
  expect((await me(data.token)).data.recovery_codes).toBe(10);
  const stored = await shop.ctx.db
    .selectFrom('recovery_codes')
    .selectAll()
    .where('user_id', '=', user.id)
    .execute();
  expect(JSON.stringify(stored.map(({ code_hash }) => code_hash))).not.toContain(codes[0]);
  const signedIn = await login(user.username, codes[0]);
  expect(told(signedIn)).toEqual([200, 200]);
  expect(signedIn.data.recovery_codes).toBe(9);
  expect((await login(user.username, codes[0])).code).toBe(100_002);
  expect((await login(user.username, codes[1]!.toLowerCase().replace('-', ''))).code).toBe(200);
  // New ones take a fresh code, and end the old.
  const fresh = await post('two-factor/recovery-codes', undefined, signedIn.data.token);
  expect(fresh.data.recovery_codes).toHaveLength(10);
  expect((await login(user.username, codes[2])).code).toBe(100_002);
  shop.clock.advance(6 * MINUTE_MS);
  expect((await post('two-factor/recovery-codes', undefined, signedIn.data.token)).code).toBe(300_017);
  const off = { password: TEST_PASSWORD, totp_code: fresh.data.recovery_codes[0] };
  expect((await post('two-factor/off', off, signedIn.data.token)).code).toBe(200);
  expect((await login(user.username)).code).toBe(200);
});

test('wrong codes from elsewhere do not keep the owner out', async () => {
  const { user, secret } = await enrol();
  const from = (address: string, code: string) =>
    acceptCode({ ...shop.ctx, address }, user.id, code).then(
      () => 'accepted',
      (error: { reason: string }) => error.reason,
    );
  for (let i = 0; i < 60; i += 1) await from(`198.51.100.${i}`, wrongFor(codeOf(secret)));
  expect(await from('198.51.100.200', codeOf(secret))).toBe('tooManyTries');
  expect(await from('127.0.0.1', codeOf(secret))).toBe('accepted');
});
