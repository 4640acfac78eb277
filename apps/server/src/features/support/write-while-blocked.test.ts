import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { beforeAll, expect, test } from 'vitest';
import { signInAdmin, type TestAdmin } from '../../testing/people.ts';
import { bearer, createTestShop, type Answer, type TestShop } from '../../testing/app.ts';
import { setUserStatus } from '../users/index.ts';
import { renderAnswer } from './send-message.ts';
import { expireImages } from './images.ts';

const PASSWORD = 'harbour-9';
const HOUR = 3_600_000;
const MESSAGES = '/api/support/blocked/messages';

let shop: TestShop;
let admin: TestAdmin;
beforeAll(async () => {
  shop = await createTestShop();
  admin = await signInAdmin(shop.ctx, ['support.read', 'support.answer']);
});

const login = (username: string, password = PASSWORD): Promise<Answer> =>
  shop.call('POST', '/api/auth/login', { username, password });
const read = (token: string): Promise<Answer> => shop.call('GET', MESSAGES, undefined, bearer(token));
const write = (token: string, text: string): Promise<Answer> =>
  shop.call('POST', MESSAGES, { text }, bearer(token));
const setStatus = (id: string, status: 'active' | 'frozen') => setUserStatus(shop.ctx, BigInt(id), status);

const forgetCounts = () => sql`delete from blocked_messages`.execute(shop.ctx.db);

const codeOf = (secret: string): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: shop.clock.now().getTime() });

/** A blocked buyer, with the pass of a refused sign-in. */
async function block() {
  const user = await shop.register();
  await setStatus(user.id, 'frozen');
  const { status, body } = await login(user.username);
  expect([status, body]).toEqual([
    403,
    { code: 200_002, message: expect.any(String), data: null, pass: expect.any(String) },
  ]);
  return { ...user, pass: body.pass as string };
}

const conversationOf = async (id: string) =>
  (await shop.call('GET', `/api/admin/support/conversations/${id}`, undefined, admin.headers)).data;
const answer = (id: string, text: string) =>
  shop.call('POST', `/api/admin/support/conversations/${id}/messages`, { text }, admin.headers);
const mailsTo = (recipient: string) =>
  shop.ctx.db
    .selectFrom('mails')
    .select(['kind', 'reference'])
    .where('recipient', '=', recipient)
    .where('kind', '=', 'support-answer')
    .execute();

test('a blocked buyer writes to support, an admin answers on the page and by e-mail', async () => {
  const { id, email, username, token, pass } = await block();
  const sent = await write(pass, 'Why am I blocked?');
  expect(sent.data).toMatchObject({ from: 'user', text: 'Why am I blocked?' });
  const { conversation, items } = await conversationOf(id);
  expect(conversation).toMatchObject({ user: { id, username, status: 'frozen' }, unread: 1 });
  expect(items).toHaveLength(1);
  const answered = (await answer(id, 'A payment was reversed.\nPlease pay it.')).data;
  expect((await read(pass)).data).toMatchObject({
    items: [{ id: answered.id, from: 'shop' }, { text: 'Why am I blocked?' }],
    next_cursor: null,
  });
  // The session from before shows the same.
  expect((await read(token)).data.items).toHaveLength(2);
  const [mail, ...others] = await mailsTo(email);
  expect([mail, others]).toEqual([{ kind: 'support-answer', reference: BigInt(answered.id) }, []]);
  const message = await renderAnswer(shop.ctx, mail!.reference);
  expect(message!.text).toContain('> A payment was reversed.\n> Please pay it.');
  expect(message!.text).toContain(username);
  expect(message!.text).toContain('http://localhost:3000/login');
  await setStatus(id, 'active');
  expect(await renderAnswer(shop.ctx, mail!.reference)).toBeNull();
  await answer(id, 'You may buy again');
  expect(await mailsTo(email)).toHaveLength(1);
});

test('a wrong password gets the same answer as for everybody', async () => {
  const { username } = await block();
  const active = await shop.register();
  const answers = [await login(username, 'wrong'), await login(active.username, 'wrong')];
  answers.push(await login(`${username}-nobody`, 'wrong'));
  for (const { status, body } of answers)
    expect([status, body]).toEqual([401, { code: 511, message: answers[0]!.body.message, data: null }]);
});

test('a forged pass, and one for another user, open nothing', async () => {
  const [one, other] = [await block(), await block()];
  const [prefix, id, endsAt, mac] = one.pass.split('.') as [string, string, string, string];
  const otherId = other.pass.split('.')[1];
  const flipped = (mac.startsWith('A') ? 'B' : 'A') + mac.slice(1);
  const tries = [
    [prefix, otherId, endsAt, mac],
    [prefix, id, String(Number(endsAt) + 1), mac],
    [prefix, id, endsAt, flipped],
    [prefix, id, endsAt, 'A'.repeat(43)],
    [prefix, id, endsAt, ''],
    [prefix, `0${id}`, endsAt, mac],
    [prefix, '999999999', endsAt, mac],
    [prefix, id, endsAt],
    ['blocked'],
  ].map((parts) => parts.join('.'));
  for (const token of tries) {
    expect((await read(token)).code, token).toBe(401);
    expect((await write(token, 'forged')).code, token).toBe(401);
  }
  expect((await shop.call('GET', MESSAGES)).code).toBe(401);
  expect((await conversationOf(other.id)).items).toEqual([]);
  expect((await write(one.pass, 'mine')).code).toBe(200);
  expect((await read(other.pass)).data.items).toEqual([]);
});

test('a pass opens no other call', async () => {
  const { pass } = await block();
  for (const [method, path] of [
    ['GET', '/api/auth/me'],
    ['GET', '/api/orders'],
    ['GET', '/api/support/messages'],
    ['POST', '/api/orders'],
  ] as const)
    expect((await shop.call(method, path, method === 'POST' ? {} : undefined, bearer(pass))).code).toBe(401);
});

test('a pass ends after an hour, with another password, and when its user is not blocked any more', async () => {
  const { pass, username } = await block();
  shop.clock.advance(HOUR - 1);
  expect((await read(pass)).code).toBe(200);
  shop.clock.advance(1);
  expect((await read(pass)).code).toBe(401);

  const again = (await login(username)).body.pass as string;
  expect((await read(again)).code).toBe(200);
  const changed = await block();
  await shop.ctx.db
    .updateTable('users')
    .set({ password_hash: 'another' })
    .where('id', '=', BigInt(changed.id))
    .execute();
  expect((await read(changed.pass)).code).toBe(401);

  const freed = await block();
  await setStatus(freed.id, 'active');
  for (const token of [freed.pass, freed.token]) {
    expect((await read(token)).code).toBe(401);
    expect((await write(token, 'still here')).code).toBe(401);
  }
  const { rows } = await sql`select from support_messages where user_id = ${freed.id}`.execute(shop.ctx.db);
  expect(rows).toEqual([]);
});

test('with a second factor, the password alone gives no pass and does not tell that the user is blocked', async () => {
  const user = await shop.register();
  const secret = await shop.call('POST', '/api/auth/two-factor', { password: PASSWORD }, bearer(user.token));
  expect(secret.code).toBe(200);
  const confirmed = await shop.call(
    'POST',
    '/api/auth/two-factor/confirm',
    { totp_code: codeOf(secret.data.secret) },
    bearer(user.token),
  );
  expect(confirmed.code).toBe(200);
  await setStatus(user.id, 'frozen');
  const half = await login(user.username);
  expect([half.code, half.body.pass]).toEqual([300_015, undefined]);
  shop.clock.advance(60_000);
  const totp_code = codeOf(secret.data.secret);
  const { username } = user;
  const whole = await shop.call('POST', '/api/auth/login', { username, password: PASSWORD, totp_code });
  expect(whole.code).toBe(200_002);
  expect((await read(whole.body.pass)).code).toBe(200);
});

test('a blocked user sends so many messages a day, and a network so many of all its users', async () => {
  await forgetCounts();
  const first = await block();
  for (let sent = 0; sent < 20; sent += 1) expect((await write(first.pass, `${sent}`)).code).toBe(200);
  const beyond = await Promise.all([write(first.pass, 'more'), write(first.token, 'more')]);
  expect(beyond.map(({ code }) => code)).toEqual([500_003, 500_003]);
  // They still read what is answered.
  expect((await read(first.pass)).data.items).toHaveLength(20);

  const others = [await block(), await block()];
  const answers = await Promise.all(
    others.flatMap(({ pass }) => Array.from({ length: 21 }, () => write(pass, 'flood'))),
  );
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(40);
  const stranger = await block();
  expect((await write(stranger.pass, 'hello')).code).toBe(500_003);
  shop.clock.advance(24 * HOUR);
  await expireImages(shop.ctx);
  const { rows } = await sql`select from blocked_messages`.execute(shop.ctx.db);
  expect(rows).toEqual([]);
  expect((await write((await login(stranger.username)).body.pass, 'hello')).code).toBe(200);
});

test('a blocked user sends text, and nothing else', async () => {
  const { pass } = await block();
  for (const [text, code] of [
    ['', 510],
    ['   ', 510],
    ['x'.repeat(2_001), 519],
  ] as const)
    expect((await write(pass, text)).code).toBe(code);
  const image = await shop.call('POST', '/api/support/images', '', {
    ...bearer(pass),
    'content-type': 'multipart/form-data; boundary=x',
  });
  expect(image.code).toBe(401);
});
