import { hash } from '@node-rs/argon2';
import { errors, leadingZeroBits, proofText } from '@portside/contract';
import { createHash } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { signInAdmin, createPerson, TEST_PASSWORD } from '../../testing/people.ts';
import { bearer, createTestShop, type TestShop } from '../../testing/app.ts';
import { watchMoney } from '../alarms/index.ts';
import { createSignInChallenge, findUser, type UserRow } from '../users/index.ts';
import { login } from './login.ts';

/** Guessing from everywhere: it is seen, slowed down, and locks nobody out. */

let shop: TestShop;

beforeAll(async () => {
  shop = await createTestShop();
});

const from = (address: string) => ({ ...shop.ctx, address });
const attempt = (user: Pick<UserRow, 'username'>, address: string, password: string, proof?: any) =>
  login(from(address), { username: user.username, password, proof }, { address, userAgent: 'test' }).then(
    () => 'in',
    (error: { reason: string }) => error.reason,
  );

/** Has no more than `most` bits, as the work of one who looks for few mostly has. */
function solve(challenge: string, bits: number, most = 256): { challenge: string; nonce: string } {
  for (let nonce = 0; ; nonce += 1) {
    const digest = createHash('sha256')
      .update(proofText(challenge, String(nonce)))
      .digest();
    const found = leadingZeroBits(digest);
    if (found >= bits && found <= most) return { challenge, nonce: String(nonce) };
  }
}

test('guesses from many networks take a proof of work each, and the owner gets in all the time', async () => {
  const { user } = await createPerson(shop.ctx);
  const home = '192.0.2.1';
  expect(await attempt(user, home, TEST_PASSWORD)).toBe('in');
  const answers: string[] = [];
  for (let i = 0; i < 60; i += 1) answers.push(await attempt(user, `198.51.100.${i}`, 'a guess'));
  expect(answers.filter((one) => one === 'wrongLogin')).toHaveLength(30);
  expect(answers.slice(30).every((one) => one === 'proofNeeded')).toBe(true);
  // From a network of theirs nothing changes; from a new one it takes a proof, once.
  expect(await attempt(user, home, TEST_PASSWORD)).toBe('in');
  expect(await attempt(user, '203.0.113.80', TEST_PASSWORD)).toBe('proofNeeded');
  const { challenge, bits } = await createSignInChallenge(shop.ctx, user.username);
  const proof = solve(challenge, bits);
  expect(await attempt(user, '198.51.100.99', 'a guess', proof)).toBe('wrongLogin');
  expect(await attempt(user, '198.51.100.98', 'a guess', proof)).toBe('proofNeeded');
  const other = await createSignInChallenge(shop.ctx, 'somebody-else');
  const foreign = solve(other.challenge, other.bits);
  expect(await attempt(user, '203.0.113.80', TEST_PASSWORD, foreign)).toBe('proofNeeded');
  const own = await createSignInChallenge(shop.ctx, user.username);
  const longer = solve(`${own.challenge}.:`, own.bits);
  expect(await attempt(user, '203.0.113.80', TEST_PASSWORD, longer)).toBe('proofNeeded');
  expect(await attempt(user, '203.0.113.80', TEST_PASSWORD, solve(own.challenge, own.bits))).toBe('in');
  // Names that do not exist answer alike.
  const nobody = { username: 'nobody-at-all' };
  for (let i = 0; i < 30; i += 1) await attempt(nobody, `198.51.100.${i}`, 'a guess');
  expect(await attempt(nobody, '198.51.100.200', 'a guess')).toBe('proofNeeded');
});

test('a challenge from before the guesses takes the work that is due when it is used', async () => {
  const { user } = await createPerson(shop.ctx);
  const early = await createSignInChallenge(shop.ctx, user.username);
  for (let i = 0; i < 30; i += 1) await attempt(user, `198.51.100.${i}`, 'a guess');
  await shop.ctx.db
    .updateTable('sign_in_tries')
    .set({ tries: 10 })
    .where('username_key', '=', user.username)
    .execute();
  const due = await createSignInChallenge(shop.ctx, user.username);
  expect([early.bits, due.bits]).toEqual([16, 19]);
  const easy = solve(early.challenge, early.bits, due.bits - 1);
  expect(await attempt(user, '203.0.113.81', 'a guess', easy)).toBe('proofNeeded');
  const hard = solve(early.challenge, due.bits);
  expect(await attempt(user, '203.0.113.81', TEST_PASSWORD, hard)).toBe('in');
});

test('while very many sign up, each brings a proof of its own', async () => {
  const signUp = (username: string, proof?: object) =>
    shop.call('POST', '/api/auth/register', {
      username,
      email: `${username}@example.test`,
      password: 'harbour-9',
      agree: true,
      proof,
    });
  expect((await signUp('early-bird')).status).toBe(200);
  await shop.ctx.db
    .insertInto('users')
    .values(
      Array.from({ length: 100 }, (_, at) => ({
        username: `bot-${at}`,
        username_key: `bot-${at}`,
        email: `b${at}@example.test`,
        email_key: `b${at}@example.test`,
        password_hash: '',
        language: 'en' as const,
        created_at: shop.ctx.clock.now(),
      })),
    )
    .execute();
  expect(await signUp('late-comer')).toMatchObject({ code: errors.proofNeeded.code });
  const { challenge, bits } = await createSignInChallenge(shop.ctx, 'late-comer', 'sign-up');
  const proof = solve(challenge, bits);
  expect(await signUp('other-comer', proof)).toMatchObject({ code: errors.proofNeeded.code });
  const forSignIn = await createSignInChallenge(shop.ctx, 'late-comer');
  const wrong = solve(forSignIn.challenge, forSignIn.bits);
  expect(await signUp('late-comer', wrong)).toMatchObject({ code: errors.proofNeeded.code });
  expect((await signUp('late-comer', proof)).status).toBe(200);
  shop.clock.advance(16 * 60_000);
  expect((await signUp('day-after')).status).toBe(200);
});

test('sign-ins, refused calls of the back office and unknown tokens are counted, and many raise an alarm', async () => {
  const { user } = await createPerson(shop.ctx);
  const clerk = await signInAdmin(shop.ctx, ['order.read']);
  const body = { username: user.username, password: 'a guess' };
  await shop.call('POST', '/api/auth/login', body);
  await shop.call('POST', '/api/auth/login', { ...body, password: TEST_PASSWORD });
  await shop.call('GET', '/api/users', undefined, clerk.headers);
  for (let i = 0; i < 50; i += 1) await shop.call('GET', '/api/auth/me', undefined, bearer(`guess${i}`));
  const rows = await shop.ctx.db
    .selectFrom('security_events')
    .selectAll()
    .where('address', '=', '127.0.0.1')
    .execute();
  const told = rows.map(({ kind, user_id, call, count }) => [kind, user_id, call, count]);
  expect(told).toEqual(
    expect.arrayContaining([
      ['signInRefused', user.id, 'login', 1],
      ['signIn', user.id, 'login', 1],
      ['adminCallRefused', clerk.user.id, 'listUsers', 1],
      ['unknownToken', 0n, 'readIdentity', 50],
    ]),
  );
  expect(JSON.stringify(told, (_, value) => String(value))).not.toContain('guess');
  await watchMoney(shop.app.systemCtx('test'));
  const alarms = await shop.ctx.db.selectFrom('alarms').selectAll().where('kind', '=', 'guessing').execute();
  expect(alarms.map(({ findings }) => findings)).toContainEqual([
    { code: 'unknownTokens', facts: { who: '127.0.0.1', count: 50 } },
  ]);
});

test('a password is hashed anew at sign-in once its hash costs less than today', async () => {
  const { user } = await createPerson(shop.ctx, {
    passwordHash: await hash(TEST_PASSWORD, { memoryCost: 8_192, timeCost: 1, parallelism: 1 }),
  });
  expect(await attempt(user, '192.0.2.9', TEST_PASSWORD)).toBe('in');
  const { password_hash: stored } = (await findUser(shop.ctx.db, user.id))!;
  expect(stored).toContain('m=19456,t=2,p=1');
  expect(await attempt(user, '192.0.2.9', TEST_PASSWORD)).toBe('in');
  expect((await findUser(shop.ctx.db, user.id))!.password_hash).toBe(stored);
});

test('signing out clears the site’s data in the browser', async () => {
  const { token } = await shop.register();
  const headers = bearer(token);
  const answer = await shop.app.http.inject({ method: 'POST', url: '/api/auth/logout', headers });
  expect(answer.headers['clear-site-data']).toBe('"cache", "cookies", "storage"');
  const refused = await shop.app.http.inject({ method: 'POST', url: '/api/auth/logout', headers });
  expect([refused.statusCode, refused.headers['clear-site-data']]).toEqual([401, undefined]);
});

test.each([
  ['../etc', errors.invalidFormat.code],
  ['a/b', errors.invalidFormat.code],
  ['..', errors.invalidFormat.code],
  ['C:name', errors.invalidFormat.code],
  ['b\u043eb', errors.invalidFormat.code],
  ['lo0king', errors.nameConfusable.code],
  ['lookıng', errors.userExists.code],
  ['lооkіng'.replace(/[a-z]/g, '\u043b'), 200],
])('the username %s is answered %s', async (username, code) => {
  const register = (name: string, email: string) =>
    shop.call('POST', '/api/auth/register', { username: name, email, password: 'harbour-9', agree: true });
  await register('looking', 'looking@example.test');
  const { code: answered } = await register(username, `u${Math.random()}@example.test`);
  expect(answered).toBe(code);
  if (code === errors.nameConfusable.code) {
    const path = `/api/users/check-username?username=${encodeURIComponent(username)}`;
    expect((await shop.call('GET', path)).data.available).toBe(false);
  }
});

test.each(['Quay-master', 'quaymaster2026!', 'Portside1!', 'quay-master@example.test'])(
  'the name %s is no password',
  async (password) => {
    const body = { username: 'quay-master', email: 'quay-master@example.test', password, agree: true };
    expect((await shop.call('POST', '/api/auth/register', body)).code).toBe(errors.passwordTooCommon.code);
  },
);

describe('a stolen session', () => {
  /** A stolen session tells its thief neither the password nor a code, and keeps its owner out of nothing. */

  const HOME = '192.0.2.1';
  const WRONG = 'not it at all';
  const [NOT_SIGNED_IN, CODE_WRONG, PASSWORD_WRONG, TOO_MANY] = [401, 100_002, 200_004, 500_003];

  // Every test begins with a time step of its own.
  beforeEach(() => shop.clock.advance(60 * 60_000));

  type Method = 'POST' | 'PUT';
  type Call = readonly [method: Method, path: string, body: object];

  async function send([method, path, payload]: Call, token: string, remoteAddress = HOME): Promise<any> {
    const url = `/api/auth/${path}`;
    return (
      await shop.app.http.inject({ method, url, payload, headers: bearer(token), remoteAddress })
    ).json();
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
    [
      'turning it off',
      true,
      (totp_code) => ['POST', 'two-factor/off', { password: TEST_PASSWORD, totp_code }],
    ],
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
      expect((await send(['POST', 'step-up', { totp_code: wrongFor(secret) }], stolen)).code).toBe(
        CODE_WRONG,
      );
      expect((await send(['POST', 'step-up', { totp_code: codeOf(secret) }], stolen)).code).toBe(200);
      shop.clock.advance(24 * 60 * 60_000);
    }
    expect((await send(['POST', 'two-factor', { password: WRONG }], stolen)).code).toBe(PASSWORD_WRONG);
    expect((await send(right, stolen)).code).toBe(300_019);
    expect((await send(['POST', 'two-factor', { password: WRONG }], stolen)).code).toBe(NOT_SIGNED_IN);
    expect(await me(stolen)).toBe(NOT_SIGNED_IN);
    expect((await signIn(user.username, codeOf(secret))).code).toBe(200);
  });
});
