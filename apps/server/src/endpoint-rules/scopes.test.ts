import { errors, OPERATOR_SCOPES, paths, SCOPES, type AnyScope, type EndpointName } from '@portside/contract';
import type { Path } from '@portside/contract/wire/shop-paths';
import { beforeAll, expect, test } from 'vitest';
import { hashToken } from '../platform/tokens.ts';
import { newKey } from '../features/api-keys/key-text.ts';
import { bearer, createTestShop, type TestShop } from '../testing/app.ts';
import { endpointOf, ENDPOINTS } from '../testing/cells.ts';
import { createOwner, createPerson } from '../testing/people.ts';

/** Every call of the contract with a key of every scope: it is open exactly where the path tables say so. */

const scopeOf = (name: EndpointName): string | undefined => (paths[name] as Path)[3];

let shop: TestShop;
const keys = new Map<AnyScope, string>();

beforeAll(async () => {
  shop = await createTestShop();
  const { db, clock } = shop.ctx;
  const buyer = (await createPerson(shop.ctx)).user.id;
  const { user: owner } = await createOwner(shop.ctx);
  await db
    .insertInto('settings')
    .values({ key: 'api_key_per_minute', value: '100000', updated_at: clock.now() })
    .execute();
  for (const scope of [...SCOPES, ...OPERATOR_SCOPES]) {
    const key = newKey({ isSandbox: false });
    const isBuyers = (SCOPES as readonly string[]).includes(scope);
    await db
      .insertInto('api_keys')
      .values({
        user_id: isBuyers ? buyer : owner.id,
        kind: isBuyers ? 'buyer' : 'operator',
        name: scope,
        key_hash: hashToken(key),
        hint: '',
        scopes: [scope],
        ranges: [],
        created_at: clock.now(),
      })
      .execute();
    keys.set(scope, key);
  }
});

async function isRefused(name: EndpointName, key: string): Promise<boolean> {
  const [method, path] = paths[name];
  const url = path.replaceAll(/:(\w+)/g, (_, part: string) => (part.endsWith('id') ? '999999999' : 'none'));
  const answer = await shop.app.http.inject({ method, url, headers: bearer(key) });
  const isJson = answer.headers['content-type']?.includes('json') === true;
  const code = isJson ? answer.json<{ code: number }>().code : 200;
  expect([name, code]).not.toEqual([name, errors.apiKeyInvalid.code]);
  return code === errors.apiKeyScopeMissing.code;
}

test.each([...SCOPES, ...OPERATOR_SCOPES])(
  'a key with %s opens its own calls and no other',
  async (scope) => {
    const open = [];
    for (const name of ENDPOINTS) if (!(await isRefused(name, keys.get(scope)!))) open.push(name);
    expect(open).toEqual(ENDPOINTS.filter((name) => scopeOf(name) === scope));
  },
);

test('a refusal names the scope that the call needs', async () => {
  const { body } = await shop.call('GET', '/api/users/balance', undefined, bearer(keys.get('catalogue')!));
  expect(body).toMatchObject({
    code: errors.apiKeyScopeMissing.code,
    faults: [{ field: 'scopes', fault: 'missing', value: 'balance' }],
  });
});

test('what a key must never reach has no scope', () => {
  const closed = ENDPOINTS.filter((name) =>
    /^\/api\/(auth|api-keys|users\/|admin\/api-keys|proposals|roles|settings)/.test(paths[name][1]),
  );
  expect(closed.length).toBeGreaterThan(40);
  expect(closed.filter((name) => scopeOf(name) !== undefined)).toEqual(['readBalance']);
});

test('operators’ keys open nothing that moves money or changes people', () => {
  const open = ENDPOINTS.filter((name) =>
    (OPERATOR_SCOPES as readonly (string | undefined)[]).includes(scopeOf(name)),
  );
  const actions = new Set(open.map((name) => (paths[name] as Path)[2]));
  expect(actions).toEqual(new Set(['order.read', 'price.read', 'price.write', 'stock.import', 'stock.read']));
});

/** They have no code to give. Their scope was given with one, and webhooks go nowhere but to public addresses. */
const WITHOUT_CODE = [
  'createWebhook',
  'updateWebhook',
  'deleteWebhook',
  'rotateWebhookSecret',
  'resendWebhooks',
  'testWebhook',
  'updatePriceList',
];

test('of the calls that take a fresh code, keys may make these', () => {
  const open = ENDPOINTS.filter((name) => endpointOf(name).freshCode && scopeOf(name) !== undefined);
  expect(open).toEqual(WITHOUT_CODE);
});
