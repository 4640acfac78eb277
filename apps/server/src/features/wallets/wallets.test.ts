import { NETWORKS } from '@portside/contract';
import { formatAddress } from '@portside/chain';
import { randomBytes } from 'node:crypto';
import type { Hex } from 'viem';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { signInAdmin, type TestAdmin } from '../../testing/people.ts';
import { createTestShop, type TestShop } from '../../testing/app.ts';
import { findBlockedWallet } from './index.ts';

let shop: TestShop;
let admin: TestAdmin;
beforeAll(async () => {
  shop = await createTestShop();
  admin = await signInAdmin(shop.ctx, ['wallet.read', 'wallet.write']);
});
beforeEach(() => shop.ctx.db.deleteFrom('blocked_wallets').execute());

const fresh = (): Hex => `0x${randomBytes(20).toString('hex')}`;
const ask = (method: string, path: string, body?: unknown) =>
  shop.call(method, `/api/wallets/${path}`, body, admin.headers);
const block = (type: 'TRON' | 'ETH', address: string) =>
  ask('POST', 'blocked', { type, address, note: 'thief' });
const listOf = async (address: Hex, type: 'TRON' | 'ETH' = 'ETH') =>
  (await findBlockedWallet(shop.ctx.db, type, address))?.list;

test('a wallet is blocked on its own network until it is unblocked', async () => {
  const address = fresh();
  const { data } = await block('TRON', formatAddress('TRON', address));
  expect(data).toMatchObject({ type: 'TRON', list: 'own', address: formatAddress('TRON', address) });
  expect([await listOf(address, 'TRON'), await listOf(address)]).toEqual(['own', undefined]);
  expect((await block('TRON', formatAddress('TRON', address))).code).toBe(500_002);
  expect((await block('ETH', formatAddress('TRON', address))).code).toBe(519);
  expect((await ask('GET', 'blocked?type=TRON')).data.items).toEqual([data]);
  expect((await ask('DELETE', `blocked/${data.id}`)).code).toBe(200);
  expect((await ask('DELETE', `blocked/${data.id}`)).code).toBe(506);
  expect(await listOf(address, 'TRON')).toBeUndefined();
});

test('a sanctions list replaces the one before, as a whole or not at all', async () => {
  const [one, two, three] = [fresh(), fresh(), fresh()];
  const replace = (lines: string[]) =>
    ask('PUT', 'sanctions', { type: 'ETH', text: lines.join('\r\n'), note: 'SDN of today' });
  await block('ETH', three);
  expect((await replace(['# header', `${one}, somebody`, '', ` ${two} `, one])).data).toEqual({ listed: 2 });
  expect([await listOf(one), await listOf(two), await listOf(three)]).toEqual([
    'sanctions',
    'sanctions',
    'own',
  ]);
  expect((await replace([one, 'nonsense'])).code).toBe(519);
  expect((await replace(['# nothing'])).code).toBe(519);
  expect(await listOf(two)).toBe('sanctions');
  shop.clock.advance(1_000);
  await replace([three]);
  expect([await listOf(one), await listOf(two), await listOf(three)]).toEqual([
    undefined,
    undefined,
    'sanctions',
  ]);
  const { items, sanctions_listed_at } = (await ask('GET', 'blocked?list=sanctions')).data;
  const never = Object.fromEntries(NETWORKS.map((network) => [network, null]));
  expect(sanctions_listed_at).toEqual({ ...never, ETH: shop.clock.now().toISOString() });
  expect((await ask('DELETE', `blocked/${items[0].id}`)).code).toBe(506);
});

test('a list of ten thousand comes in at once', async () => {
  const lines = Array.from({ length: 10_000 }, fresh);
  const { data } = await ask('PUT', 'sanctions', { type: 'ETH', text: lines.join('\n'), note: 'long' });
  expect(data).toEqual({ listed: 10_000 });
  expect(await listOf(lines.at(-1)!)).toBe('sanctions');
});
