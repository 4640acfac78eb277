import { beforeAll, expect, test } from 'vitest';
import { bearer, createTestShop, type Answer, type TestShop } from '../../testing/app.ts';
import { signInAdmin } from '../../testing/people.ts';
import { renderResetCode } from './change-password.ts';

/** The wire of signing in: what a caller without a page sends, and what comes back. */

const PASSWORD = 'harbour-9';

let shop: TestShop;
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
