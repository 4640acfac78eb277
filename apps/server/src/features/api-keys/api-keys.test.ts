import { errors } from '@portside/contract';
import { sql } from 'kysely';
import { pino, type Logger } from 'pino';
import { expect, test } from 'vitest';
import { createApp } from '../../compose/app.ts';
import { mailRenderers } from '../../compose/compose.ts';
import { atEndOfFile } from '../../testing/end-of-file.ts';
import type { MailRenderer } from '../../platform/mail/mailer.ts';
import { bearer, createTestShop, type TestShop } from '../../testing/app.ts';
import { endpointOf } from '../../testing/cells.ts';
import { buildGoods } from '../../testing/build.ts';
import { createPerson, signInAdmin } from '../../testing/people.ts';
import { setUserStatus } from '../users/index.ts';
import { isWithin } from '../../platform/ip-address.ts';
import { NOTICE_MAILS } from '../notices/index.ts';
import { isWellTyped, newKey } from './key-text.ts';
import { sweepKeyUse, writeKeyUse } from './key-use.ts';

const PASSWORD = 'harbour-9';
const NEW = { name: 'My shop', scopes: ['balance'], password: PASSWORD };

type Keyed = Awaited<ReturnType<TestShop['register']>> & { readonly key: string; readonly keyId: string };

async function registerWithKey(shop: TestShop, wanted: object = {}): Promise<Keyed> {
  const person = await shop.register();
  const { data } = await shop.call('POST', '/api/api-keys', { ...NEW, ...wanted }, bearer(person.token));
  return { ...person, key: data.secret, keyId: data.id };
}

const useKey = async ({ call }: TestShop, key: string): Promise<number> =>
  (await call('GET', '/api/users/balance', undefined, bearer(key))).code;

test('a key is shown once, works, and is listed without itself', async () => {
  const shop = await createTestShop();
  const { key, keyId, token } = await registerWithKey(shop, { ranges: ['203.0.113.0/24', '127.0.0.1'] });
  expect(key).toMatch(/^psk_live_[0-9A-Za-z]{49}$/);
  expect(await useKey(shop, key)).toBe(200);
  const { data, body } = await shop.call('GET', '/api/api-keys', undefined, bearer(token));
  expect(data.items).toMatchObject([{ id: keyId, name: 'My shop', scopes: ['balance'], state: 'active' }]);
  expect(JSON.stringify(body)).not.toContain(key);
  const { rows } = await sql<{ row: string }>`select api_keys::text as row from api_keys`.execute(
    shop.ctx.db,
  );
  expect(rows.filter(({ row }) => row.includes(key.slice(15, 40)))).toEqual([]);
});

test('nobody makes a key without the password, or one that is over already', async () => {
  const shop = await createTestShop();
  const { token } = await shop.register();
  const make = async (body: object): Promise<number> =>
    (await shop.call('POST', '/api/api-keys', { ...NEW, ...body }, bearer(token))).code;
  expect(await make({ password: 'wrong' })).toBe(errors.oldPasswordWrong.code);
  expect(await make({ ends_at: '2026-11-20T11:00:00Z' })).toBe(errors.invalidFormat.code);
  expect(await make({ scopes: ['stock:import'] })).toBe(errors.invalidFormat.code);
  expect(await make({ ranges: ['203.0.113.0/33'] })).toBe(errors.invalidFormat.code);
  expect(await make({})).toBe(200);
});

test('ten keys are active at most, also when many are made at once', async () => {
  const shop = await createTestShop();
  const { token } = await shop.register();
  const codes: number[] = [];
  // The tries of a session are checked ten at a time.
  for (let round = 0; round < 3; round += 1)
    codes.push(
      ...(await Promise.all(
        Array.from({ length: 5 }, () => shop.call('POST', '/api/api-keys', NEW, bearer(token))),
      ).then((answers) => answers.map(({ code }) => code))),
    );
  expect(codes.filter((code) => code === 200).length).toBe(10);
  expect(new Set(codes)).toEqual(new Set([200, errors.tooManyApiKeys.code]));
  const { items } = (await shop.call('GET', '/api/api-keys', undefined, bearer(token))).data;
  await shop.call('DELETE', `/api/api-keys/${items[3].id}`, undefined, bearer(token));
  expect((await shop.call('POST', '/api/api-keys', NEW, bearer(token))).code).toBe(200);
});

test('a revoked, ended or unknown key does nothing, and a mistyped one is told apart', async () => {
  const shop = await createTestShop();
  const { key, keyId, token } = await registerWithKey(shop);
  const other = await shop.register();
  const revoke = async (whose: string): Promise<number> =>
    (await shop.call('DELETE', `/api/api-keys/${keyId}`, undefined, bearer(whose))).code;
  expect(await revoke(other.token)).toBe(errors.notFound.code);
  expect(await useKey(shop, key)).toBe(200);
  expect([await revoke(token), await revoke(token)]).toEqual([200, 200]);
  expect(await useKey(shop, key)).toBe(errors.apiKeyInvalid.code);

  const { key: ending } = await registerWithKey(shop, { ends_at: '2026-11-20T12:10:00Z' });
  expect(await useKey(shop, ending)).toBe(200);
  shop.clock.advance(10 * 60_000);
  expect(await useKey(shop, ending)).toBe(errors.apiKeyInvalid.code);

  for (const protocol of [null, 'dujiao-next', 'acg-faka', 'panel'] as const)
    expect(await useKey(shop, newKey({ isSandbox: false }, protocol))).toBe(errors.apiKeyInvalid.code);
  const wrong = ending.slice(0, -1) + (ending.endsWith('a') ? 'b' : 'a');
  for (const text of [wrong, ending.slice(0, -1), `${ending}a`, ending.toLowerCase(), 'psk_live_'])
    expect(await useKey(shop, text)).toBe(errors.apiKeyMistyped.code);
});

test.each(['frozen', 'closed'] as const)(
  'a user who is %s has no key any more, also later',
  async (status) => {
    const shop = await createTestShop();
    const { key, id } = await registerWithKey(shop);
    await setUserStatus(shop.ctx, BigInt(id), status);
    expect(await useKey(shop, key)).not.toBe(200);
    await shop.ctx.db.updateTable('users').set({ status: 'active' }).where('id', '=', BigInt(id)).execute();
    expect(await useKey(shop, key)).toBe(errors.apiKeyInvalid.code);
  },
);

test('a key works from its addresses only', async () => {
  const shop = await createTestShop();
  const { key, token } = await registerWithKey(shop, { ranges: ['203.0.113.0/24'] });
  expect(await useKey(shop, key)).toBe(errors.apiKeyAddressRefused.code);
  await writeKeyUse(shop.ctx);
  const { data } = await shop.call('GET', '/api/api-keys', undefined, bearer(token));
  expect(data.items[0].last_address).toBe('127.0.0.1');
  const ranges = ['203.0.113.0/24', '198.51.100.7', '2001:db8::/32'];
  for (const inside of ['203.0.113.9', '198.51.100.7', '2001:db8:1::5', '::ffff:203.0.113.9'])
    expect([inside, isWithin(ranges, inside)]).toEqual([inside, true]);
  for (const outside of ['203.0.114.9', '198.51.100.8', '2001:db9::1', '', 'unknown'])
    expect([outside, isWithin(ranges, outside)]).toEqual([outside, false]);
});

test('the setting and the decision for a user say who may have keys', async () => {
  const shop = await createTestShop();
  const admin = await signInAdmin(shop.ctx);
  const { key, id, token } = await registerWithKey(shop);
  const decide = async (right: string) =>
    (await shop.call('PUT', `/api/users/${id}/api-keys`, { right }, admin.headers)).data;
  expect(await decide('denied')).toEqual({ right: 'denied', is_allowed: false });
  expect(await useKey(shop, key)).toBe(errors.apiKeysOff.code);
  expect((await shop.call('POST', '/api/api-keys', NEW, bearer(token))).code).toBe(errors.apiKeysOff.code);
  expect(await decide('setting')).toEqual({ right: 'setting', is_allowed: true });
  expect(await useKey(shop, key)).toBe(200);
  const setting = { key: 'api_keys_for', value: JSON.stringify('nobody'), updated_at: shop.clock.now() };
  await shop.ctx.db.insertInto('settings').values(setting).execute();
  expect(await useKey(shop, key)).toBe(errors.apiKeysOff.code);
  await decide('allowed');
  expect(await useKey(shop, key)).toBe(200);
  await shop.ctx.db.deleteFrom('settings').where('key', '=', 'api_keys_for').execute();
});

test('the back office sees keys with their use and errors, and revokes them', async () => {
  const shop = await createTestShop();
  const admin = await signInAdmin(shop.ctx);
  const { key, keyId, username } = await registerWithKey(shop);
  for (let call = 0; call < 3; call += 1) await useKey(shop, key);
  await shop.call('GET', '/api/orders', undefined, bearer(key));
  await writeKeyUse(shop.ctx);
  await useKey(shop, key);
  await writeKeyUse(shop.ctx);
  await writeKeyUse(shop.ctx);
  const list = async () =>
    (await shop.call('GET', `/api/admin/api-keys?user=${username}&state=active`, undefined, admin.headers))
      .data.items;
  expect(await list()).toMatchObject([
    {
      id: keyId,
      kind: 'buyer',
      user: { username },
      last_used_at: shop.clock.now().toISOString(),
      last_address: '127.0.0.1',
      days: [{ day: '2026-11-20', calls: 5, errors: 1 }],
    },
  ]);
  const revoked = await shop.call('DELETE', `/api/admin/api-keys/${keyId}`, undefined, admin.headers);
  expect(revoked.data.state).toBe('revoked');
  expect(await useKey(shop, key)).toBe(errors.apiKeyInvalid.code);
  expect(await list()).toEqual([]);
  shop.clock.advance(91 * 86_400_000);
  await sweepKeyUse(shop.ctx);
  const left = await shop.ctx.db.selectFrom('api_key_days').selectAll().execute();
  expect(left.filter(({ api_key_id }) => api_key_id === BigInt(keyId))).toEqual([]);
});

test('a key has its calls a minute, and says how many are left', async () => {
  const shop = await createTestShop();
  const setting = { key: 'api_key_per_minute', value: '2', updated_at: shop.clock.now() };
  await shop.ctx.db.insertInto('settings').values(setting).execute();
  const [one, other] = [await registerWithKey(shop), await registerWithKey(shop)];
  const ask = async (key: string) => {
    const { statusCode, headers } = await shop.app.http.inject({
      url: '/api/users/balance',
      headers: bearer(key),
    });
    return { status: statusCode, headers };
  };
  const first = await ask(one.key);
  expect(first.headers).toMatchObject({
    'ratelimit-policy': '"key";q=2;w=60',
    ratelimit: '"key";r=1;t=60',
  });
  const statuses = [first.status, (await ask(one.key)).status];
  const limited = await ask(one.key);
  expect([...statuses, limited.status]).toEqual([200, 200, 429]);
  expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0);
  expect((await ask(other.key)).status).toBe(200);
  await shop.ctx.db.deleteFrom('settings').where('key', '=', 'api_key_per_minute').execute();
});

/** A further process of the shop. */
async function openApp(
  { ctx: { db, clock, keyring, publicUrl } }: TestShop,
  { perMinute, log }: { readonly perMinute: number | null; readonly log: Logger },
) {
  const mailer = { send: async () => undefined };
  const app = await createApp(
    { publicUrl, trustedProxies: [], perMinute, pagesFolder: null },
    { db, clock, log, keyring, mailer, telegram: null, chains: {}, sandbox: null },
  );
  atEndOfFile(() => app.stop());
  return app;
}

test('an endpoint with its own limit counts each key by itself, and callers without one by their address', async () => {
  const shop = await createTestShop();
  const app = await openApp(shop, { perMinute: 1_000, log: shop.ctx.log });
  const goods_id = String(await buildGoods(shop.ctx));
  const scopes = ['orders:place'];
  const [one, other] = [await registerWithKey(shop, { scopes }), await registerWithKey(shop, { scopes })];
  const quote = async (token: string): Promise<number> => {
    const body = { goods_id, quantity: 1 };
    return (
      await app.http.inject({ method: 'POST', url: '/api/orders/quotes', headers: bearer(token), body })
    ).statusCode;
  };
  const quotes = async (token: string, times: number): Promise<number[]> => {
    const all = [];
    for (let call = 0; call < times; call += 1) all.push(await quote(token));
    return [...new Set(all)];
  };
  const most = endpointOf('quoteOrder').perMinute!;
  expect(await quotes(one.key, most)).toEqual([200]);
  expect(await quote(one.key)).toBe(429);
  expect(await quotes(other.key, most)).toEqual([200]);
  expect(await quotes(one.token, most / 2)).toEqual([200]);
  expect(await quotes(other.token, most / 2)).toEqual([200]);
  expect(await quote(one.token)).toBe(429);
  // Without a right to call, no call is used up.
  expect(await quote('nobody')).toBe(401);
});

test('the owner of a new key is told by e-mail, and the audit log knows', async () => {
  const shop = await createTestShop();
  const { keyId, email, id } = await registerWithKey(shop, { name: 'Bot of Ann' });
  const mails = await shop.ctx.db
    .selectFrom('mails')
    .select(['kind', 'recipient'])
    .where('reference', '=', BigInt(keyId))
    .where('kind', '=', NOTICE_MAILS.apiKeyMade)
    .execute();
  expect(mails).toEqual([{ kind: NOTICE_MAILS.apiKeyMade, recipient: email }]);
  const render = mailRenderers.get(NOTICE_MAILS.apiKeyMade) as MailRenderer;
  expect(JSON.stringify(await render(shop.ctx, BigInt(keyId), email))).toContain('Bot of Ann');
  const entries = await shop.ctx.db
    .selectFrom('audit_entries')
    .select(['action', 'subject'])
    .where('user_id', '=', BigInt(id))
    .execute();
  expect(entries).toEqual([{ action: 'apiKey.create', subject: `apiKey:${keyId}` }]);
});

test('no log line holds a key, right or wrong', async () => {
  const shop = await createTestShop();
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const app = await openApp(shop, { perMinute: null, log });
  const { token } = await shop.register();
  const made = await app.http.inject({
    method: 'POST',
    url: '/api/api-keys',
    headers: bearer(token),
    payload: NEW,
  });
  const key = made.json().data.secret as string;
  const unknown = newKey({ isSandbox: false });
  for (const one of [key, unknown, `${key}x`]) {
    await app.http.inject({ url: '/api/users/balance', headers: bearer(one) });
    await app.http.inject({ method: 'POST', url: '/api/orders', headers: bearer(one), payload: {} });
  }
  expect(lines.length).toBeGreaterThan(3);
  expect(lines.filter((line) => [key, unknown].some((one) => line.includes(one.slice(9, 40))))).toEqual([]);
});

test('keys are well typed, and one wrong character or two swapped ones are found', () => {
  for (let round = 0; round < 200; round += 1) {
    const key = newKey({ isSandbox: round % 2 === 0 });
    expect(isWellTyped(key)).toBe(true);
    const at = 9 + (round % 48);
    const [a, b] = [key[at]!, key[at + 1]!];
    if (a !== b) expect(isWellTyped(key.slice(0, at) + b + a + key.slice(at + 2))).toBe(false);
    expect(isWellTyped(key.slice(0, at) + (a === 'Z' ? 'Y' : 'Z') + key.slice(at + 1))).toBe(false);
  }
});

test('an operator’s key can do what its creator can, within its scopes', async () => {
  const shop = await createTestShop();
  const admin = await signInAdmin(shop.ctx, ['apiKey.operate', 'order.read']);
  const make = (body: object) =>
    shop.call(
      'POST',
      '/api/admin/api-keys',
      { name: 'Books', ranges: ['127.0.0.1'], ...body },
      admin.headers,
    );
  expect((await make({ scopes: ['prices'] })).code).toBe(errors.noPermission.code);
  expect((await make({ scopes: ['all-orders:read'], ranges: [] })).code).not.toBe(200);
  for (const everywhere of ['0.0.0.0/0', '10.0.0.0/7', '::/0', '2000::/15', '::/80', '::ffff:0:0/96'])
    expect((await make({ scopes: ['all-orders:read'], ranges: ['127.0.0.1', everywhere] })).code).toBe(
      errors.invalidFormat.code,
    );
  const ranges = ['127.0.0.0/8', '2001::/16', '::ffff:10.0.0.0/104', '::1'];
  const { data } = await make({ scopes: ['all-orders:read'], ranges });
  const read = async (): Promise<number> =>
    (await shop.call('GET', '/api/admin/orders', undefined, bearer(data.secret))).code;
  expect(await read()).toBe(200);
  await shop.ctx.db.updateTable('users').set({ role_id: null }).where('id', '=', admin.user.id).execute();
  expect(await read()).toBe(errors.noPermission.code);
});

test('a key that somebody has is of no use to sign in or to act for another', async () => {
  const shop = await createTestShop();
  const { user } = await createPerson(shop.ctx);
  const { key, username } = await registerWithKey(shop);
  const answer = await shop.call(
    'GET',
    `/api/users/balance?username=${user.username}`,
    undefined,
    bearer(key),
  );
  const own = await shop.call('GET', `/api/users/balance?username=${username}`, undefined, bearer(key));
  expect([answer.code, own.code]).toEqual([errors.noPermission.code, 200]);
});

test('a program changes prices of a list that exists, and below a floor a second person decides', async () => {
  const shop = await createTestShop();
  const admin = await signInAdmin(shop.ctx);
  const goodsId = String(await buildGoods(shop.ctx, { floor_micro: 500_000n }));
  const list = (price: string) => ({
    name: 'Promotion of the robot',
    kind: 'promotion',
    ends_at: '2990-01-01T00:00:00Z',
    prices: [{ goods_id: goodsId, price }],
  });
  const made = await shop.call('POST', '/api/admin/price-lists', list('0.9'), admin.headers);
  const wanted = { name: 'Robot', scopes: ['prices'], ranges: ['127.0.0.1'] };
  const { data: key } = await shop.call('POST', '/api/admin/api-keys', wanted, admin.headers);
  const headers = bearer(key.secret);
  const path = `/api/admin/price-lists/${made.data.list.id}`;
  const changed = await shop.call('PUT', path, list('0.8'), headers);
  expect([changed.code, changed.data.proposal]).toEqual([200, null]);
  expect((await shop.call('PUT', path, list('0.4'), headers)).data.proposal).not.toBeNull();
  expect((await shop.call('GET', path, undefined, headers)).data.prices[0].price).toBe('0.8');
  expect((await shop.call('POST', '/api/admin/price-lists', list('0.8'), headers)).code).toBe(
    errors.apiKeyScopeMissing.code,
  );
});
