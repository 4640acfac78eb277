import { errors, leadingZeroBits, proofText } from '@portside/contract';
import { hash } from '@node-rs/argon2';
import { createHash } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
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
