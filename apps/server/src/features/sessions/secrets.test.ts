import { Secret, TOTP } from 'otpauth';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { bearer, createTestShop, type TestShop } from '../../testing/app.ts';
import { createPerson, TEST_PASSWORD } from '../../testing/people.ts';

/** A stolen session tells its thief neither the password nor a code, and keeps its owner out of nothing. */

const HOME = '192.0.2.1';
const WRONG = 'not it at all';
const [NOT_SIGNED_IN, CODE_WRONG, PASSWORD_WRONG, TOO_MANY] = [401, 100_002, 200_004, 500_003];

let shop: TestShop;
beforeAll(async () => {
  shop = await createTestShop();
});
// Every test begins with a time step of its own.
beforeEach(() => shop.clock.advance(60 * 60_000));

type Method = 'POST' | 'PUT';
type Call = readonly [method: Method, path: string, body: object];

async function send([method, path, payload]: Call, token: string, remoteAddress = HOME): Promise<any> {
  const url = `/api/auth/${path}`;
  return (await shop.app.http.inject({ method, url, payload, headers: bearer(token), remoteAddress })).json();
}
const signIn = async (username: string, totp_code?: string): Promise<any> =>
  send(['POST', 'login', { username, password: TEST_PASSWORD, totp_code }], '');
const me = async (token: string): Promise<number> =>
  (await shop.call('GET', '/api/auth/me', undefined, bearer(token))).code;
const codeOf = (secret: string): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: shop.clock.now().getTime() });
const wrongFor = (secret: string): string => (codeOf(secret) === '123456' ? '654321' : '123456');

/** A buyer with a session at home and a stolen one, and a second factor that is on where it is wanted. */
async function openVictim(hasSecondFactor: boolean) {
  const { user } = await createPerson(shop.ctx);
  const { data } = await signIn(user.username);
  const { secret } = (await send(['POST', 'two-factor', { password: TEST_PASSWORD }], data.token)).data;
  if (!hasSecondFactor)
    return { user, secret, own: data.token, stolen: (await signIn(user.username)).data.token };
  await send(['POST', 'two-factor/confirm', { totp_code: codeOf(secret) }], data.token);
  shop.clock.advance(30_000);
  const stolen = (await signIn(user.username, codeOf(secret))).data.token;
  shop.clock.advance(30_000);
  return { user, secret, own: data.token, stolen };
}

/** The answers to 70 guesses in one session, each from an address of its own, all at once. */
const guess = async (call: Call, token: string): Promise<number[]> =>
  Promise.all(
    Array.from({ length: 70 }, async (_, i) => (await send(call, token, `198.51.${i}.7`)).code as number),
  );

const passwords: [string, Call][] = [
  ['changing it', ['PUT', 'password', { old_password: WRONG, password: 'another harbour' }]],
  ['another e-mail address', ['POST', 'email/code', { email: 'thief@example.test', password: WRONG }]],
  ['setting up a second factor', ['POST', 'two-factor', { password: WRONG }]],
  ['turning it off', ['POST', 'two-factor/off', { password: WRONG, totp_code: '123456' }]],
];
test.each(passwords)('70 guesses of the password in a stolen session end it: %s', async (_, call) => {
  const { user, own, stolen } = await openVictim(false);
  const answers = await guess(call, stolen);
  expect(answers.filter((code) => code === PASSWORD_WRONG)).toHaveLength(9);
  expect(answers.filter((code) => ![PASSWORD_WRONG, NOT_SIGNED_IN, TOO_MANY].includes(code))).toEqual([]);
  expect(await me(stolen)).toBe(NOT_SIGNED_IN);
  // The owner goes on, there and with a new session.
  expect(await me(own)).toBe(200);
  expect((await signIn(user.username)).code).toBe(200);
});

type Guessed = (code: string) => Call;
const codes: [string, boolean, Guessed][] = [
  ['a fresh code', true, (totp_code) => ['POST', 'step-up', { totp_code }]],
  ['turning it off', true, (totp_code) => ['POST', 'two-factor/off', { password: TEST_PASSWORD, totp_code }]],
  ['turning it on', false, (totp_code) => ['POST', 'two-factor/confirm', { totp_code }]],
];
test.each(codes)('70 guesses of a code in a stolen session end it: %s', async (_, isOn, callOf) => {
  const { user, secret, own, stolen } = await openVictim(isOn);
  const answers = await guess(callOf(wrongFor(secret)), stolen);
  expect(answers.filter((code) => code === CODE_WRONG).length).toBeLessThanOrEqual(9);
  expect(answers.filter((code) => ![CODE_WRONG, NOT_SIGNED_IN, TOO_MANY].includes(code))).toEqual([]);
  expect(await me(stolen)).toBe(NOT_SIGNED_IN);
  expect(await me(own)).toBe(200);
  expect((await signIn(user.username, codeOf(secret))).code).toBe(200);
});

test('right ones at the same time end nothing', async () => {
  const { own } = await openVictim(true);
  const right: Call = ['POST', 'two-factor', { password: TEST_PASSWORD }];
  const answers = await Promise.all(Array.from({ length: 30 }, async () => (await send(right, own)).code));
  expect(answers.filter((code) => ![300_019, TOO_MANY].includes(code))).toEqual([]);
  expect(await me(own)).toBe(200);
});

test('wrong ones count until the session ends, also days apart and with right ones between; right ones do not', async () => {
  const { user, secret, stolen } = await openVictim(true);
  const right: Call = ['POST', 'two-factor', { password: TEST_PASSWORD }];
  for (let i = 0; i < 20; i += 1) expect((await send(right, stolen)).code).toBe(300_019);
  for (let i = 0; i < 4; i += 1) {
    expect((await send(['POST', 'two-factor', { password: WRONG }], stolen)).code).toBe(PASSWORD_WRONG);
    expect((await send(['POST', 'step-up', { totp_code: wrongFor(secret) }], stolen)).code).toBe(CODE_WRONG);
    expect((await send(['POST', 'step-up', { totp_code: codeOf(secret) }], stolen)).code).toBe(200);
    shop.clock.advance(24 * 60 * 60_000);
  }
  expect((await send(['POST', 'two-factor', { password: WRONG }], stolen)).code).toBe(PASSWORD_WRONG);
  expect((await send(right, stolen)).code).toBe(300_019);
  expect((await send(['POST', 'two-factor', { password: WRONG }], stolen)).code).toBe(NOT_SIGNED_IN);
  expect(await me(stolen)).toBe(NOT_SIGNED_IN);
  expect((await signIn(user.username, codeOf(secret))).code).toBe(200);
});
